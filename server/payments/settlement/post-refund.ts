import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type LedgerPayment, moneyOut } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import type { ReturnedOfRifa } from '../../orders/lifecycle/order-events.ts';
import { subtractReturned } from '../../orders/lifecycle/update-order.ts';
import { bookReturned } from '../../orders/returns/returned-cotas.ts';
import { findRifaShares } from '../payable-order.queries.ts';

/**
 * Posts newly refunded money of the payment that settled an order: on the rifas of the refunded cotas, and the rest on
 * all rifas by their shares. Called under the order's lock.
 * @param refunded cumulative, in centavos
 * @returns the refunded cotas
 */
export async function postRefund(
  trx: Transaction<DB>,
  orderId: string,
  payment: LedgerPayment,
  refunded: { before: number; after: number },
  now: Date,
): Promise<ReturnedOfRifa[]> {
  const newly = refunded.after - refunded.before;
  const { before, booked, returned, keptCotas } = await bookReturned(trx, payment, newly);
  const shares = await findRifaShares(trx, orderId);
  const out = moneyOut(
    payment,
    { centavos: refunded.before, ofRifas: before },
    { centavos: refunded.after, ofRifas: [...before, ...booked] },
    shares,
  );
  await postToLedger(trx, [out], now);
  // Refunds of cotas are counted when the cotas leave the order.
  await subtractReturned(trx, orderId, keptCotas);
  return returned;
}
