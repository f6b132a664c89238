import { z } from 'zod';

/** Why a coupon gives no discount. */
export const couponRejection = z.enum([
  'unknown',
  'used',
  'over',
  'early',
  'segment',
  'person',
  'rifa',
  'minimum',
]);
