import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { discountsGiven, type LedgerTransaction, settlement } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { findSettledMoney } from '../payable-order.queries.ts';

/**
 * Posts the money of an order to its rifas, with the discounts that it was sold at: in the transaction that settles it.
 * @param others of the same payment, posted with it
 */
export async function postSettlement(
  trx: Transaction<DB>,
  orderId: string,
  others: readonly LedgerTransaction[],
  paidAt: Date,
): Promise<void> {
  const { shares, discounts } = await findSettledMoney(trx, orderId);
  await postToLedger(
    trx,
    [...others, settlement(orderId, shares), discountsGiven(orderId, discounts)],
    paidAt,
  );
}
