/** Changes of orders that their payments bring about, by the transactions themselves. */
import { randomUUID } from 'node:crypto';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import { lockOrder } from '../../orders/lifecycle/lock-order.ts';
import { lockRifasOfOrder } from '../../orders/lifecycle/lock-rifas.ts';
import { type ReleasedStatus, releaseOrder } from '../../orders/lifecycle/release-order.ts';
import { restoreOrder } from '../../orders/lifecycle/restore-order.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { addSettlingPayment } from '../../orders/lifecycle/histories/settling-payment.testing.ts';
import { recordReturn } from '../../orders/returns/returned-cotas.ts';
import { releaseReturned } from '../../orders/returns/release-returned.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { GroupBed } from './group-purchases.testing.ts';

export type OrderChange = 'pay' | 'cancel' | 'refund' | 'charge back' | 'restore' | 'return one';

const RELEASES: Partial<Record<OrderChange, ReleasedStatus>> = {
  cancel: 'cancelled',
  refund: 'refunded',
  'charge back': 'charged_back',
};

export async function changeOrder(
  bed: GroupBed,
  orderId: string | undefined,
  change: OrderChange,
): Promise<void> {
  if (!orderId) return;
  const now = bed.clock.now();
  await inTransaction(bed.db, async (trx) => {
    const to = RELEASES[change];
    if (to) await releaseOrder(trx, orderId, to);
    if (change === 'pay') await settleOrder(trx, orderId, now);
    if (change === 'restore') await restoreOrder(trx, orderId, now);
    if (change !== 'return one') return;
    const { status } = await lockOrder(trx, orderId);
    await lockRifasOfOrder(trx, orderId);
    const item = await trx
      .selectFrom('orderItems')
      .select(['lineNo', 'rifaId', 'selectedNumbers', 'totalAmount'])
      .where('orderId', '=', orderId)
      .executeTakeFirst();
    if (status !== 'paid' || !item || item.selectedNumbers.length < 2) return;
    const paid = await trx
      .selectFrom('providerPayments')
      .select('paymentId')
      .where('orderId', '=', orderId)
      .where('disposition', '=', 'settles')
      .executeTakeFirst();
    if (!paid) await addSettlingPayment(trx, orderId);
    const refundId = randomUUID();
    const { lineNo, rifaId, selectedNumbers } = item;
    const centavos = Math.floor(centavosFromNumeric(item.totalAmount) / selectedNumbers.length);
    await trx
      .insertInto('refunds')
      .values({
        id: refundId,
        provider: 'sandbox',
        paymentId: paid?.paymentId ?? orderId,
        amount: numericFromCentavos(centavos),
        reason: 'withdrawal',
        idempotencyKey: refundId,
        state: 'done',
      })
      .execute();
    const cotas = [
      { lineNo, rifaId, numbers: selectedNumbers.slice(-1), centavos, refundedCentavos: centavos },
    ];
    await recordReturn(trx, { orderId, refundId, cotas });
    await releaseReturned(trx, orderId, refundId);
  });
}
