import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Ends a payout that was not sent: what it held waits for the next month. The caller holds its row. */
export async function releasePayout(trx: Transaction<DB>, payoutId: string): Promise<void> {
  await trx.updateTable('payouts').set({ status: 'cancelled' }).where('id', '=', payoutId).execute();
  await trx
    .updateTable('affiliateCommissions')
    .set({ payoutId: null })
    .where('payoutId', '=', payoutId)
    .execute();
  await trx.updateTable('serviceVouchers').set({ payoutId: null }).where('payoutId', '=', payoutId).execute();
}
