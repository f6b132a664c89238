import { COUPON_MAX_PERCENT } from '@mare/domain/checkout/discounts.ts';
import { SEGMENTS } from '@mare/domain/personalization/segments.ts';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { listInput, listPage } from '../list-page.ts';
import { pickErrors } from '../errors.ts';
import { rowVersion } from '../row-version.ts';
import { storedInstant } from '../stored-dates.ts';

export const couponCode = z.string().regex(/^[A-Z0-9]{3,20}$/);
export const couponPercent = z.int().min(1).max(COUPON_MAX_PERCENT);

/** A percentage or a fixed amount in centavos; the other is null. */
const discount = z
  .object({ percent: couponPercent.nullable(), offCentavos: z.int().min(1).max(10_000_000).nullable() })
  .refine(({ percent: share, offCentavos }) => (share === null) !== (offCentavos === null));

const editedCoupon = z.object({
  /** Total over all buyers; null without a limit. */
  maxUses: z.int().min(1).max(1_000_000).nullable(),
  usesPerPerson: z.int().min(1).max(1000).default(1),
  startsAt: storedInstant.nullable().default(null),
  expiresAt: storedInstant.nullable(),
  active: z.boolean(),
  /**
   * Segments, rifas and persons it applies to; empty: all. Persons by the e-mail address of one of their accounts.
   */
  segments: z.array(z.enum(SEGMENTS)).max(SEGMENTS.length).default([]),
  rifaIds: z.array(z.uuid()).max(100).default([]),
  personEmails: z.array(z.email().max(255)).max(200).default([]),
  /** Minimum price of the cotas that the coupon applies to, before plans, combos and discounts. */
  minimumCentavos: z.int().min(1).max(100_000_000).nullable().default(null),
  /** False: it replaces the VIP discount. */
  stacksWithVip: z.boolean().default(true),
});
export type EditedCoupon = z.input<typeof editedCoupon>;
/** With defaults filled in. */
export type CouponConditions = z.output<typeof editedCoupon>;

const couponRow = editedCoupon.extend({
  code: couponCode,
  percent: couponPercent.nullable(),
  offCentavos: z.int().nullable(),
  uses: z.int(),
  /** Revenue of the paid orders that used it, in centavos. */
  soldCentavos: z.int(),
  /** Number of persons it applies to whose accounts were deleted or have no address. A change keeps them. */
  personsWithoutEmail: z.int(),
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
    .input(z.object({ code: couponCode, discount, coupon: editedCoupon }))
    .output(z.object({ version: z.int() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('COUPON_EXISTS', 'COUPON_PERSON_UNKNOWN', 'RECENT_PROOF_REQUIRED'),
    }),
  change: oc
    .route({
      method: 'PUT',
      path: '/admin/coupons/{code}',
      summary: 'Change a coupon’s limit, expiry or state',
    })
    .input(z.object({ code: couponCode, version: rowVersion, coupon: editedCoupon }))
    .output(z.object({ version: z.int() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('NOT_FOUND', 'VERSION_CONFLICT', 'COUPON_LIMIT', 'COUPON_PERSON_UNKNOWN'),
      ...pickErrors('RECENT_PROOF_REQUIRED'),
    }),
};
