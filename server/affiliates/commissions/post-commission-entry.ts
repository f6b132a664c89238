import type { Insertable, Selectable, Transaction } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { AffiliateCommissions, DB } from '@mare/database/schema.ts';
import type { LedgerTransaction } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import type { Platform } from '../../platform/platform.ts';

type EntryKind = Pick<Insertable<AffiliateCommissions>, 'kind' | 'returnedAmount' | 'restoredBefore'>;

/**
 * Adds an entry to the commission of a sale, and posts it to the ledger.
 * @param centavos negative for a reversal
 * @returns id of the entry
 */
export async function postCommissionEntry(
  trx: Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  sale: Selectable<AffiliateCommissions>,
  {
    centavos,
    ledgerTransaction,
    ...kind
  }: EntryKind & { centavos: number; ledgerTransaction: LedgerTransaction },
): Promise<string> {
  const { orderId, affiliateId, orderAmount, commissionRate } = sale;
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
      commissionAmount: numericFromCentavos(centavos),
      confirmedAt: now,
      createdAt: now,
    })
    .execute();
  await postToLedger(trx, [ledgerTransaction], now);
  return id;
}
