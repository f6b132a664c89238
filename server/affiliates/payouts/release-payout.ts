import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Cancels an unpaid payout: its commissions wait for the next month. The caller has locked its row. */
export async function releasePayout(trx: Transaction<DB>, payoutId: string): Promise<void> {
  await trx.updateTable('payouts').set({ status: 'cancelled' }).where('id', '=', payoutId).execute();
  await trx
    .updateTable('affiliateCommissions')
    .set({ payoutId: null })
    .where('payoutId', '=', payoutId)
    .execute();
  await trx.updateTable('serviceVouchers').set({ payoutId: null }).where('payoutId', '=', payoutId).execute();
}
