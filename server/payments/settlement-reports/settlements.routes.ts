import { api, requirePermission } from '../../platform/http/api.ts';
import type { Payments } from '../payments.ts';
import { importReport } from './import-report.ts';
import { LISTED_PROBLEMS, readReceivables } from './read-receivables.ts';

/** Of the provider that takes new charges. */
export function createSettlementsRoutes({ context: { provider } }: Payments) {
  const { finance } = api.admin;
  return {
    receivables: finance.receivables.use(requirePermission('view-money')).handler(({ context }) => {
      return readReceivables(context.platform.db, provider);
    }),
    importReport: finance.importReport
      .use(requirePermission('move-money'))
      .handler(async ({ input, context }) => {
        const { userId } = context.admin;
        const result = await importReport(context.platform, { ...input, provider: provider.id, userId });
        return result.ok
          ? {
              imported: result.imported,
              known: result.known,
              rejected: [],
              adjusted: result.adjusted.slice(0, LISTED_PROBLEMS),
            }
          : { imported: 0, known: 0, rejected: result.rejected.slice(0, LISTED_PROBLEMS), adjusted: [] };
      }),
  };
}
