import { api, requirePermission } from '../../platform/http/api.ts';
import { readLiveSales } from './read-live-sales.ts';

export const rifaLiveRoutes = {
  live: api.admin.rifas.live
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const sales = await readLiveSales(context.platform, input.id, input.step);
      if (!sales) throw errors.NOT_FOUND();
      return sales;
    }),
};
