import type { Transaction } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { MINIMUM_PAYOUT_CENTAVOS } from '@mare/domain/affiliates/payout.ts';
import { releasePayout } from './release-payout.ts';

/**
 * Reduces a payout that awaits approval after a reversed sale, and ends it below the minimum. An approved payout stays:
 * the next one deducts the reversal.
 */
export async function reduceCollectedPayout(
  trx: Transaction<DB>,
  payoutId: string,
  reversalId: string,
): Promise<void> {
  const payout = await trx
    .selectFrom('payouts')
    .select(['status', 'amount'])
    .where('id', '=', payoutId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (payout.status !== 'collected') return;
  const reversal = await trx
    .updateTable('affiliateCommissions')
    .set({ payoutId })
    .where('id', '=', reversalId)
    .returning('commissionAmount')
    .executeTakeFirstOrThrow();
  const left = centavosFromNumeric(payout.amount) + centavosFromNumeric(reversal.commissionAmount);
  if (left < MINIMUM_PAYOUT_CENTAVOS) return releasePayout(trx, payoutId);
  await trx
    .updateTable('payouts')
    .set({ amount: numericFromCentavos(left) })
    .where('id', '=', payoutId)
    .execute();
}
