import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { discountsGiven, type LedgerTransaction, settlement } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { findDiscounts, findRifaShares } from '../payable-order.queries.ts';

/** Posts the money of a paid order to its rifas, once, with the discounts that it was sold at. @param moneyIn before it */
export async function postSettlement(
  trx: Transaction<DB>,
  orderId: string,
  moneyIn: LedgerTransaction,
): Promise<void> {
  const settled = settlement(orderId, await findRifaShares(trx, orderId));
  const written = await postToLedger(trx, [moneyIn, settled]);
  if (written.has(settled.key))
    await postToLedger(trx, [discountsGiven(orderId, await findDiscounts(trx, orderId))]);
}
