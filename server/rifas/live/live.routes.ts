import { api, requirePermission } from '../../platform/http/api.ts';
import { readLiveSales } from './read-live-sales.ts';
import { readNumberStates } from './read-number-states.ts';

export const rifaLiveRoutes = {
  numbers: api.admin.rifas.numbers
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const numbers = await readNumberStates(context.platform.db, input.id, input.number);
      if (!numbers) throw errors.NOT_FOUND();
      return numbers;
    }),
  live: api.admin.rifas.live
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const sales = await readLiveSales(context.platform, input.id, input.step);
      if (!sales) throw errors.NOT_FOUND();
      return sales;
    }),
};
