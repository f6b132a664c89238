import { api, requireAdmin } from '../../platform/http/api.ts';
import { listFinanceEntries, readFinance } from './read-finance.ts';

const { finance } = api.admin;

export const financeRoutes = {
  report: finance.report.use(requireAdmin).handler(({ input, context }) => {
    return readFinance(context.platform.db, input);
  }),
  entries: finance.entries.use(requireAdmin).handler(({ input, context }) => {
    return listFinanceEntries(context.platform.db, input);
  }),
};
