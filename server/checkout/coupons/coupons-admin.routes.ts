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
      const created = await createCoupon(context.platform, context.admin, input);
      if (!created.ok && created.code === 'COUPON_PERSON_UNKNOWN')
        throw errors.COUPON_PERSON_UNKNOWN({ data: created });
      if (!created.ok) throw errors[created.code]();
      return { version: created.version };
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
