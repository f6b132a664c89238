import { api, panelUser, requireAdmin } from '../../platform/http/api.ts';
import { changeCoupon, createCoupon } from './save-coupon.ts';
import { selectCoupons } from './coupons.queries.ts';

const { coupons } = api.admin;

export const couponsAdminRoutes = {
  list: coupons.list.handler(({ input, context, errors }) => {
    requireAdmin(context, errors);
    return selectCoupons(context.platform, input);
  }),
  create: coupons.create.handler(async ({ input, context, errors }) => {
    const made = await createCoupon(context.platform, panelUser(context, errors), input);
    if (!made.ok) throw errors[made.code]();
    return { version: made.version };
  }),
  change: coupons.change.handler(async ({ input, context, errors }) => {
    const changed = await changeCoupon(context.platform, panelUser(context, errors), input);
    if (!changed.ok) throw errors[changed.code]();
    return { version: changed.version };
  }),
};
