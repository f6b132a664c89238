import { api, requirePermission } from '../../platform/http/api.ts';
import { listFinanceEntries, readFinance } from './read-finance.ts';
import { findTransaction } from '../../ledger/find-transaction.ts';
import { requestEntry } from './request-entry.ts';

const { finance } = api.admin;

export const financeRoutes = {
  report: finance.report.use(requirePermission('view-money')).handler(({ input, context }) => {
    return readFinance(context.platform.db, input);
  }),
  entries: finance.entries.use(requirePermission('view-money')).handler(({ input, context }) => {
    return listFinanceEntries(context.platform.db, input);
  }),
  transaction: finance.transaction
    .use(requirePermission('view-money'))
    .handler(async ({ input, context, errors }) => {
      const transaction = await findTransaction(context.platform.db, input.key);
      if (!transaction) throw errors.NOT_FOUND();
      return transaction;
    }),
  requestEntry: finance.requestEntry
    .use(requirePermission('approve-actions'))
    .handler(async ({ input, context, errors }) => {
      const { userId } = context.admin;
      const requested = await requestEntry(context.platform, { ...input, userId });
      if (!requested.ok) throw errors[requested.code]();
      return { id: requested.id };
    }),
};
