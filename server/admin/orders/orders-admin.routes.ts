import { api, requireStaff } from '../../platform/http/api.ts';
import { listOrders, selectRifaChoices } from './list-orders.ts';

const { orders } = api.admin;

export const ordersAdminRoutes = {
  list: orders.list.use(requireStaff).handler(({ input, context }) => {
    return listOrders(context.platform.db, input, context.principal.role === 'admin');
  }),

  choices: orders.choices.use(requireStaff).handler(async ({ context }) => {
    return { rifas: await selectRifaChoices(context.platform.db) };
  }),
};
