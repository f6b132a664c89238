import { api, requirePermission } from '../../platform/http/api.ts';
import { type AddCoupon, boostRifa } from './boost-rifa.ts';
import { readBoosts } from './read-boosts.ts';

const { rifas } = api.admin;

export const createBoostRoutes = (addCoupon: AddCoupon) => ({
  boosts: rifas.boosts
    .use(requirePermission('manage-campaigns'))
    .handler(async ({ input, context, errors }) => {
      const boosts = await readBoosts(context.platform, input.id);
      if (!boosts) throw errors.NOT_FOUND();
      return boosts;
    }),
  boost: rifas.boost
    .use(requirePermission('manage-campaigns'))
    .handler(async ({ input, context, errors }) => {
      const boosted = await boostRifa(context.platform, context.admin, input, addCoupon);
      if (boosted.ok) return { campaignId: boosted.campaignId };
      if (boosted.code === 'RIFA_STATE') throw errors.RIFA_STATE({ data: { status: boosted.status } });
      if (boosted.code === 'BOOST_TOO_SOON')
        throw errors.BOOST_TOO_SOON({ data: { from: boosted.from.toISOString() } });
      throw errors[boosted.code]();
    }),
});
