import type { RawBuilder, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  discountsGiven,
  type LedgerTransaction,
  moneyIn,
  providerFee,
  settlement,
} from '@mare/domain/payments/ledger.ts';
import { paidAtOf } from '@mare/domain/payments/money-time.ts';
import { postings, postToLedger } from '../../ledger/post-to-ledger.ts';
import { discountsOf, findSettledMoney } from '../payable-order.queries.ts';
import { reportedFees } from '../settlement-reports/booked-fees.ts';
import type { PlainSettlement } from './plain-settlements.ts';

/**
 * Posts the money of an order to its rifas, with its discounts, in the transaction that settles it.
 * @param others further postings of the same payment
 */
export async function postSettlement(
  trx: Transaction<DB>,
  orderId: string,
  others: readonly LedgerTransaction[],
  { paidAt, now }: { paidAt: Date; now: Date },
): Promise<void> {
  const { shares, discounts } = await findSettledMoney(trx, orderId);
  await postToLedger(
    trx,
    [...others, settlement(orderId, shares), discountsGiven(orderId, discounts)],
    paidAt,
    now,
  );
}

/** Posts regular payments with the money of the orders that they settle. */
export function postSettlements(plain: readonly PlainSettlement[], now: Date): RawBuilder<unknown> {
  const posted = plain.map(({ snapshot, order, lines }) => ({
    at: paidAtOf(snapshot),
    recordedAt: now,
    transactions: [
      moneyIn(snapshot),
      ...(snapshot.feeCentavos > 0 ? [providerFee(snapshot, snapshot.feeCentavos)] : []),
      settlement(order.id, lines),
      discountsGiven(order.id, discountsOf(lines)),
    ],
  }));
  return postings(posted, reportedFees(plain.map(({ snapshot }) => snapshot)));
}
