/** Testbed of settlement reports: the panel's routes, payments, and the lines of a report. */
import { createRouterClient } from '@orpc/server';
import { testContext } from '../../platform/http/api.testing.ts';
import { createPaymentsTestbed } from '../payments.testing.ts';
import { createSettlementsRoutes } from './settlements.routes.ts';

const HEADER =
  'SOURCE_ID;USER_ID;TRANSACTION_TYPE;TRANSACTION_AMOUNT;TRANSACTION_CURRENCY;FEE_AMOUNT;SETTLEMENT_NET_AMOUNT;SETTLEMENT_DATE';

/** A transfer to the bank. */
export const payout = (id: string, gross: string) =>
  `${id};777;PAYOUTS;${gross};BRL;0,00;${gross};2026-11-20T10:00:00.000-03:00`;

export const line = (paymentId: string, gross = '10,00', fee = '-0,10', net = '9,90', account = '777') =>
  `${paymentId};${account};SETTLEMENT;${gross};BRL;${fee};${net};2026-11-20T10:00:00.000-03:00`;

export type ReportsTestbed = Awaited<ReturnType<typeof createReportsTestbed>>;

export async function createReportsTestbed() {
  const bed = await createPaymentsTestbed();
  const admin = await bed.buyer();
  const panel = () =>
    createRouterClient(createSettlementsRoutes(bed.payments), {
      context: testContext(bed.platform, { userId: admin, role: 'admin' }),
    });
  let latestPaymentId = 5000;
  return {
    ...bed,
    admin,
    panel,
    importReport: (...lines: string[]) => panel().importReport({ csv: [HEADER, ...lines].join('\r\n') }),

    /** Adds a payment of 10 reais that the shop keeps. @returns its id */
    async addPayment(): Promise<string> {
      latestPaymentId += 1;
      const paymentId = String(latestPaymentId);
      await bed.db
        .insertInto('providerPayments')
        .values({
          provider: 'sandbox',
          paymentId,
          amount: '10.00',
          currency: 'BRL',
          state: 'approved',
          rawStatus: 'approved',
          disposition: 'settles',
          approvedAt: bed.clock.now(),
          providerUpdatedAt: bed.clock.now(),
        })
        .execute();
      return paymentId;
    },

    /** Deletes all payments and reports. */
    async reset(): Promise<void> {
      await bed.db.deleteFrom('settlementLines').execute();
      await bed.db.deleteFrom('settlementReports').execute();
      await bed.db.deleteFrom('providerPayments').execute();
    },
  };
}
