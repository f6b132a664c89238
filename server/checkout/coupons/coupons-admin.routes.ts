import { api, requirePermission, requireRecentProof } from '../../platform/http/api.ts';
import { changeCoupon, createCoupon } from './save-coupon.ts';
import { selectCoupons } from './coupons.queries.ts';

const { coupons } = api.admin;

export const couponsAdminRoutes = {
  list: coupons.list.use(requirePermission('manage-coupons')).handler(({ input, context }) => {
    return selectCoupons(context.platform, input);
  }),
  create: coupons.create
    .use(requirePermission('manage-coupons'))
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      const made = await createCoupon(context.platform, context.admin, input);
      if (!made.ok && made.code === 'COUPON_PERSON_UNKNOWN')
        throw errors.COUPON_PERSON_UNKNOWN({ data: made });
      if (!made.ok) throw errors[made.code]();
      return { version: made.version };
    }),
  change: coupons.change
    .use(requirePermission('manage-coupons'))
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      const changed = await changeCoupon(context.platform, context.admin, input);
      if (!changed.ok && changed.code === 'COUPON_PERSON_UNKNOWN')
        throw errors.COUPON_PERSON_UNKNOWN({ data: changed });
      if (!changed.ok) throw errors[changed.code]();
      return { version: changed.version };
    }),
};
