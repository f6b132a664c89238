import type { Insertable, Selectable, Transaction } from 'kysely';
import type { AffiliateCommissions, DB } from '@mare/database/schema.ts';
import type { LedgerTransaction } from '@mare/domain/payments/ledger.ts';
import type { Platform } from '../../platform/platform.ts';
import { postCommissionEntry } from './post-commission-entry.ts';
import { reduceCollectedPayout } from '../payouts/reduce-collected-payout.ts';

/**
 * Reverses all or part of a commission, also in the ledger and in a payout that is not yet approved.
 * @param centavos amount to reverse; negative for a debt that is written off
 * @returns user of the affiliate
 */
export async function recordReversal(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  sale: Selectable<AffiliateCommissions>,
  kind: Pick<Insertable<AffiliateCommissions>, 'kind' | 'returnedAmount' | 'restoredBefore'>,
  ledgerTransaction: LedgerTransaction,
  centavos: number,
): Promise<string> {
  const id = await postCommissionEntry(trx, platform, sale, {
    ...kind,
    centavos: -centavos,
    ledgerTransaction,
  });
  if (sale.payoutId) await reduceCollectedPayout(trx, sale.payoutId, id);
  const { userId } = await trx
    .selectFrom('affiliates')
    .select('userId')
    .where('id', '=', sale.affiliateId)
    .executeTakeFirstOrThrow();
  return userId;
}
