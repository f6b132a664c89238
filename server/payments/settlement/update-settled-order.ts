import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { moneyWasSeen } from '@mare/domain/payments/payment-state.ts';
import { type ReturnedOfRifa, ofReturned, orderEvents } from '../../orders/lifecycle/order-events.ts';
import { recordExit } from '../../orders/lifecycle/record-exit.ts';
import { releaseOrder } from '../../orders/lifecycle/release-order.ts';
import { markForReview, recordOrderEvent, setDispute } from '../../orders/lifecycle/update-order.ts';
import { returnCancelled } from '../refunds/cancelled/return-cancelled.ts';
import type { SnapshotSource } from './snapshot-source.ts';
import type { PaymentSnapshot } from '../providers/payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import type { PayableOrder } from '../payable-order.queries.ts';
import type { StoredPayment } from './stored-payments.queries.ts';

/** Centavos refunded as of the previous snapshot. */
export function previouslyRefunded(stored: StoredPayment | null): number {
  return stored && moneyWasSeen(stored.state) ? stored.refundedCentavos : 0;
}

/** Applies disputes, refunds and charge-backs of the payment that settled the order. */
export async function updateSettledOrder(
  context: PaymentsContext,
  trx: Transaction<DB>,
  order: PayableOrder,
  {
    snapshot,
    stored,
    source,
    returned,
  }: {
    snapshot: PaymentSnapshot;
    stored: StoredPayment | null;
    source: SnapshotSource;
    /** Cotas refunded with the new money. */
    returned: ReturnedOfRifa[];
  },
): Promise<void> {
  const { state } = snapshot;
  const isDisputed = state === 'disputed';
  if (isDisputed !== (order.disputedAt !== null)) {
    await setDispute(trx, order.id, isDisputed ? snapshot.updatedAt : null);
    const event = { orderId: order.id, disputedAt: snapshot.updatedAt.toISOString() };
    if (isDisputed) {
      await recordExit(trx, order.id, 'contestacao', null);
      await context.jobs.enqueue(trx, orderEvents.disputed, event);
    } else if (state === 'approved') {
      const wait = { since: order.disputedAt!.toISOString(), until: context.clock.now().toISOString() };
      await context.jobs.enqueue(trx, orderEvents.disputeWon, { ...event, wait });
      await returnCancelled(context, trx, { ...snapshot, orderId: order.id, disposition: 'settles' });
    }
    await recordOrderEvent(trx, order.id, isDisputed ? 'payment_disputed' : 'dispute_closed', source, {
      paymentId: snapshot.paymentId,
    });
  }
  if (snapshot.rawDetail === 'reimbursed')
    await markForReview(trx, order.id, 'chargeback_reimbursed', context.clock.now());
  const returnedCentavos = snapshot.refundedCentavos;
  const centavos = returnedCentavos - previouslyRefunded(stored);
  const isPart = centavos > 0 && state !== 'refunded' && state !== 'charged_back';
  if (isPart)
    await context.jobs.enqueue(trx, orderEvents.partlyRefunded, {
      orderId: order.id,
      centavos,
      returnedCentavos,
      ...ofReturned(returned),
    });
  if (stored?.state === state) return;
  // The provider may report a fully refunded payment without a refunded amount.
  const rest = snapshot.amountCentavos - previouslyRefunded(stored);
  if (state === 'refunded' && (await releaseOrder(trx, order.id, 'refunded')) === 'released')
    await context.jobs.enqueue(trx, orderEvents.refunded, { orderId: order.id, centavos: rest });
  if (state === 'charged_back' && (await releaseOrder(trx, order.id, 'charged_back')) === 'released')
    await context.jobs.enqueue(trx, orderEvents.chargedBack, {
      orderId: order.id,
      // A reversed charge-back may be lost again, which is news again.
      disputedAt: snapshot.updatedAt.toISOString(),
    });
}
