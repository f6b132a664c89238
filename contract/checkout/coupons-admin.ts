import { COUPON_MAX_PERCENT } from '@mare/domain/checkout/discounts.ts';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { listInput, listPage } from '../list-page.ts';
import { pickErrors } from '../errors.ts';
import { rowVersion } from '../row-version.ts';

const code = z.string().regex(/^[A-Z0-9]{3,20}$/);
const percent = z.int().min(1).max(COUPON_MAX_PERCENT);

const editedCoupon = z.object({
  /** Total over all buyers, each of whom may use it once; null without a limit. */
  maxUses: z.int().min(1).max(1_000_000).nullable(),
  expiresAt: z.iso.datetime().nullable(),
  active: z.boolean(),
});
export type EditedCoupon = z.infer<typeof editedCoupon>;

const couponRow = editedCoupon.extend({
  code,
  percent,
  uses: z.int(),
  /** Revenue of the paid orders that used it, in centavos. */
  soldCentavos: z.int(),
  createdAt: z.iso.datetime(),
  version: z.int(),
});
export type CouponRow = z.infer<typeof couponRow>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const couponsAdmin = {
  list: oc
    .route({ method: 'GET', path: '/admin/coupons', summary: 'List coupons with their usage' })
    .input(
      listInput(['newest', 'uses']).extend({ state: z.enum(['', 'active', 'paused', 'over']).default('') }),
    )
    .output(listPage(couponRow))
    .errors(onlyAdmins),
  create: oc
    .route({ method: 'POST', path: '/admin/coupons', summary: 'Create a coupon' })
    .input(z.object({ code, percent, coupon: editedCoupon }))
    .output(z.object({ version: z.int() }))
    .errors({ ...onlyAdmins, ...pickErrors('COUPON_EXISTS') }),
  change: oc
    .route({
      method: 'PUT',
      path: '/admin/coupons/{code}',
      summary: 'Change a coupon’s limit, expiry or state',
    })
    .input(z.object({ code, version: rowVersion, coupon: editedCoupon }))
    .output(z.object({ version: z.int() }))
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND', 'VERSION_CONFLICT', 'COUPON_LIMIT') }),
};
