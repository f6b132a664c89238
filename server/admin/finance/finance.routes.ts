import { api, requirePermission } from '../../platform/http/api.ts';
import { listFinanceEntries, readFinance } from './read-finance.ts';

const { finance } = api.admin;

export const financeRoutes = {
  report: finance.report.use(requirePermission('view-money')).handler(({ input, context }) => {
    return readFinance(context.platform.db, input);
  }),
  entries: finance.entries.use(requirePermission('view-money')).handler(({ input, context }) => {
    return listFinanceEntries(context.platform.db, input);
  }),
};
