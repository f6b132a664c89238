import { defineEvent } from '../../platform/jobs/define-job.ts';

export interface CotasOfRifa {
  rifaId: string;
  cotas: number;
}

export interface ReturnedOfRifa extends CotasOfRifa {
  /** They stay on the frozen list of their rifa. */
  isSealed: boolean;
}

export interface OrderEvent {
  orderId: string;
  /** Of a returned payment: why it did not settle. */
  reason?: string;
  refundId?: string;
  /** Of a hand-over of cash: how many of this refund were undone, this one included. */
  handOversUndone?: number;
  /** Of a dispute: when it was opened or won. */
  disputedAt?: string;
  /** Of a dispute that was won: how long the bank had left the payment undecided, by our clock until the end. */
  wait?: { since: string; until: string };
  /** Of a refund: centavos that went back this time. */
  centavos?: number;
  /** Of a refund in part: centavos refunded in all. */
  returnedCentavos?: number;
  /** Of a refund in part: how many cotas go back with it, without those that stay on a frozen list. */
  cotas?: number;
  /** Of a refund in part: the cotas that it pays back, by rifa. */
  returned?: ReturnedOfRifa[];
}

/**
 * Events of an order, each enqueued in the transaction of its change. `paymentReturned` carries `refundId` and `reason`,
 * as a payment that did not settle its order is refunded automatically; `partlyRefunded` carries both sums and its cotas.
 * `handOverUndone` and `handedOverAgain` are about cash of which a hand-over was noted by mistake.
 */
export const orderEvents = {
  created: defineEvent<OrderEvent>('order-created', { concurrency: 5, polled: true }),
  paid: defineEvent<OrderEvent>('order-paid', { concurrency: 5, polled: true }),
  cancelled: defineEvent<OrderEvent>('order-cancelled', { concurrency: 5 }),
  refunded: defineEvent<OrderEvent>('order-refunded', { concurrency: 5 }),
  partlyRefunded: defineEvent<OrderEvent>('order-partly-refunded', { concurrency: 5 }),
  disputed: defineEvent<OrderEvent>('order-disputed', { concurrency: 5 }),
  disputeWon: defineEvent<OrderEvent>('order-dispute-won', { concurrency: 5 }),
  chargedBack: defineEvent<OrderEvent>('order-charged-back', { concurrency: 5 }),
  paymentReturned: defineEvent<OrderEvent>('payment-returned', { concurrency: 5 }),
  handOverUndone: defineEvent<OrderEvent>('order-hand-over-undone', { concurrency: 5 }),
  handedOverAgain: defineEvent<OrderEvent>('order-handed-over-again', { concurrency: 5 }),
};

export type OrderEventKind = keyof typeof orderEvents;

/** Distinguishes repeated changes of one order. */
export function timeOf({
  refundId,
  handOversUndone,
  disputedAt,
  returnedCentavos,
}: Pick<OrderEvent, 'refundId' | 'handOversUndone' | 'disputedAt' | 'returnedCentavos'>): string {
  if (handOversUndone) return `${refundId}:${handOversUndone}`;
  return refundId ?? disputedAt ?? String(returnedCentavos ?? '');
}

/** The part of a refund's event that names its cotas. */
export function ofReturned(returned: ReturnedOfRifa[]): Pick<OrderEvent, 'cotas' | 'returned'> {
  if (returned.length === 0) return {};
  const leaving = returned.filter(({ isSealed }) => !isSealed);
  return { cotas: leaving.reduce((sum, { cotas }) => sum + cotas, 0), returned };
}
