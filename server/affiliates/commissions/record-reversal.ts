import type { Insertable, Selectable, Transaction } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { AffiliateCommissions, DB } from '@mare/database/schema.ts';
import type { LedgerTransaction } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import type { Platform } from '../../platform/platform.ts';
import { reduceCollectedPayout } from '../payouts/reduce-collected-payout.ts';

/**
 * Reverses all or part of a commission, also in the ledger and in a payout that is not yet approved.
 * @param centavos amount to reverse; negative for a debt that is written off
 * @returns user of the affiliate
 */
export async function recordReversal(
  trx: Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  { orderId, affiliateId, payoutId, orderAmount, commissionRate }: Selectable<AffiliateCommissions>,
  kind: Pick<Insertable<AffiliateCommissions>, 'kind' | 'returnedAmount' | 'restoredBefore'>,
  ledgerTransaction: LedgerTransaction,
  centavos: number,
): Promise<string> {
  const now = clock.now();
  const id = random.uuid();
  await trx
    .insertInto('affiliateCommissions')
    .values({
      ...kind,
      id,
      affiliateId,
      orderId,
      orderAmount,
      commissionRate,
      commissionAmount: numericFromCentavos(-centavos),
      confirmedAt: now,
      createdAt: now,
    })
    .execute();
  await postToLedger(trx, [ledgerTransaction], now);
  if (payoutId) await reduceCollectedPayout(trx, payoutId, id);
  const { userId } = await trx
    .selectFrom('affiliates')
    .select('userId')
    .where('id', '=', affiliateId)
    .executeTakeFirstOrThrow();
  return userId;
}
