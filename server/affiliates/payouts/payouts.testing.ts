/** Payments with affiliates to whom the shop owes commissions, and an admin who decides on their payouts. */
import { latestPayout } from '@mare/domain/affiliates/payout.ts';
import { createPaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { addAdmin } from '../../orders/orders.testing.ts';
import { addAffiliate, addSale } from '../affiliates.testing.ts';
import { sendCommissionMailJob } from '../commissions/send-commission-mail.job.ts';

export type PayoutsTestbed = Awaited<ReturnType<typeof createPayoutsTestbed>>;

export async function createPayoutsTestbed() {
  const bed = await createPaymentsTestbed();
  await bed.webhooks(false);
  await bed.platform.jobs.prepare([sendCommissionMailJob]);
  const adminId = await addAdmin(bed);
  let advancedDays = 0;

  function advanceDays(days: number): void {
    advancedDays += days;
    bed.clock.advance(days * 86_400);
  }

  /** Moves commissions to before the time that the latest 15th pays for. */
  async function backdateCommissions(affiliateId: string, days: number): Promise<void> {
    const { endsBefore } = latestPayout(bed.clock.now());
    await bed.db
      .updateTable('affiliateCommissions')
      .set({ confirmedAt: new Date(endsBefore.getTime() - days * 86_400_000) })
      .where('affiliateId', '=', affiliateId)
      .where('payoutId', 'is', null)
      .execute();
  }

  return {
    ...bed,
    adminId,
    asAdmin: () => ({ context: testContext(bed.platform, { userId: adminId, role: 'admin' }) }),
    payouts: () => bed.db.selectFrom('payouts').selectAll().orderBy('createdAt').execute(),
    advanceDays,
    backdateCommissions,
    /** An affiliate with this balance since before the latest 15th. */
    async addOwedAffiliate(centavos: number, pixKey = 'ana@exemplo.com.br') {
      const affiliate = await addAffiliate(bed, { pixKey });
      const order = await addSale(bed, affiliate.id, centavos * 20);
      await backdateCommissions(affiliate.id, 3);
      return { ...affiliate, order };
    },
    /** Resets between tests. Test rifas sell for one day, so every test starts at the current time. */
    async reset() {
      advanceDays(-advancedDays);
      await bed.pool.query('truncate payouts, affiliate_commissions cascade');
    },
  };
}
