import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { allProviders } from '../providers/providers.ts';
import { api, requirePermission } from '../../platform/http/api.ts';
import type { Payments } from '../payments.ts';
import { importReport } from './import-report.ts';
import { readAtProvider } from './read-at-provider.ts';
import { readReceivables } from './read-receivables.ts';
import { LISTED_PROBLEMS } from './settlement-files.ts';

export function createSettlementsRoutes({ context: payments }: Payments) {
  const provider = reportingProvider(payments);
  const { finance } = api.admin;
  return {
    receivables: finance.receivables.use(requirePermission('view-money')).handler(({ context }) => {
      return readReceivables(context.platform.db, provider);
    }),
    readPayment: finance.readPayment
      .use(requirePermission('move-money'))
      .handler(async ({ input: { paymentId }, context }) => {
        const read = await readAtProvider(payments, paymentId);
        await recordActivity(context.platform.db, context.platform, {
          userId: context.admin.userId,
          action: 'read-payment',
          entityType: 'payment',
          entityId: null,
          description: `Consultou o pagamento ${paymentId} no provedor.`,
          details: read,
          ipAddress: context.ipAddress,
        });
        return read;
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
              rejectedCount: 0,
              adjusted: result.adjusted.slice(0, LISTED_PROBLEMS),
              adjustedCount: result.adjusted.length,
            }
          : {
              imported: 0,
              known: 0,
              rejected: result.rejected.slice(0, LISTED_PROBLEMS),
              rejectedCount: result.rejected.length,
              adjusted: [],
              adjustedCount: 0,
            };
      }),
  };
}

/** Providers with reports. They continue to send them when another provider, without reports, takes new charges. */
function reportingProvider(payments: PaymentsContext): PaymentProvider {
  return allProviders(payments).find(({ settlementReports }) => settlementReports) ?? payments.provider;
}
