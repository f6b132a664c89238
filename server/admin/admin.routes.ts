import { api, requireAdmin } from '../platform/api.ts';
import type { Services } from '../services.ts';
import { readSales } from './figures/read-sales.ts';
import { readOverview } from './read-overview.ts';

export function createAdminRoutes({ payments }: Services) {
  return {
    overview: api.admin.overview.handler(({ context, errors }) => {
      requireAdmin(context, errors);
      return readOverview(payments.context);
    }),

    sales: api.admin.sales.handler(({ input, context, errors }) => {
      requireAdmin(context, errors);
      return readSales(context.platform, input.period);
    }),
  };
}
