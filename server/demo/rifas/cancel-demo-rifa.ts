/** Cancels a demo rifa as an admin would, with a refund for each order. */
import { CANCEL_REASONS } from '@mare/domain/rifas/lifecycle/cancelling.ts';
import { moneyOut } from '@mare/domain/payments/ledger.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Transaction } from 'kysely';
import { keyOf } from '../../draws/news/draw-news.ts';
import { addPurchases } from '../../accounts/profile/buyer-totals.ts';
import { releaseOrder } from '../../orders/lifecycle/release-order.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { returnCotasOf, returnOfCancelled } from '../../payments/refunds/return-cotas.ts';
import type { Random } from '../../platform/clock.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import { findDemoPayment, refundDemoPayment } from '../../payments/demo-payments/refund-demo-payment.ts';

const REASON = 'PRIZE_UNAVAILABLE';
const NOTE = 'A pousada entrou em reforma e só reabre no ano que vem.';
/** From the request to the money's return. */
const REFUND_MS = 4 * 60_000;

export async function cancelDemoRifa(
  trx: Transaction<DB>,
  random: Random,
  rifaId: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('rifas')
    .set({ status: 'cancelled', cancelledAt: at, cancelReason: REASON, cancelNote: NOTE })
    .where('id', '=', rifaId)
    .execute();
  const reason = `${CANCEL_REASONS[REASON]}. ${NOTE}`;
  const news = { kind: 'cancelled', reason } as const;
  await trx
    .insertInto('drawNews')
    // The cancellation was announced to all participants at that time.
    .values({
      rifaId,
      key: keyOf(news),
      news: JSON.stringify(news),
      createdAt: at,
      notifiedAt: at,
      mailedAt: at,
    })
    .execute();
  await recordEntry(trx, { kind: 'cancelled', at: at.toISOString(), rifaId, reason });
  const orders = await trx
    .selectFrom('orders')
    .select(['id', 'userId', 'totalAmount', 'paidAt'])
    .where('rifaId', '=', rifaId)
    .where('status', '=', 'paid')
    .execute();
  for (const order of orders) await refund(trx, random, { ...order, rifaId, at });
}

interface PaidOrder {
  id: string;
  userId: string;
  totalAmount: string;
  paidAt: Date | null;
  rifaId: string;
  at: Date;
}

async function refund(
  trx: Transaction<DB>,
  random: Random,
  { id: orderId, userId, totalAmount, paidAt, rifaId, at }: PaidOrder,
): Promise<void> {
  const payment = await findDemoPayment(trx, orderId);
  const requested = await returnCotasOf(
    { random, clock: { now: () => at } },
    trx,
    { ...payment, orderId },
    returnOfCancelled(rifaId),
  );
  if (!requested.ok) throw new Error(`demo refund of ${orderId}: ${requested.code}`);
  const { refundId, centavos } = requested;
  const madeAt = new Date(at.getTime() + REFUND_MS);
  await trx
    .updateTable('refunds')
    .set({
      state: 'done',
      providerRefundId: await refundDemoPayment(trx, payment, madeAt),
      createdAt: at,
      updatedAt: madeAt,
    })
    .where('id', '=', refundId)
    .execute();
  await trx
    .updateTable('returnedCotas')
    .set({ createdAt: at, bookedAt: madeAt })
    .where('refundId', '=', refundId)
    .execute();
  const all = { centavos, ofRifas: [{ rifaId, centavos, priceCentavos: centavos }] };
  const shares = [{ rifaId, totalCentavos: centavos }];
  await postToLedger(trx, [moneyOut(payment, { centavos: 0, ofRifas: [] }, all, shares)], madeAt);
  // Demo totals are computed later, and the release subtracts the purchase from them.
  await addPurchases([{ userId, totalAmount, paidAt: paidAt! }]).execute(trx);
  await releaseOrder(trx, orderId, 'refunded');
  await trx.updateTable('orders').set({ updatedAt: madeAt }).where('id', '=', orderId).execute();
  for (const [kind, createdAt] of [
    ['refund_requested', at],
    ['order.refunded', madeAt],
  ] as const)
    await trx
      .updateTable('orderEvents')
      .set({ createdAt })
      .where('orderId', '=', orderId)
      .where('kind', '=', kind)
      .execute();
}
