import { defineEvent } from '../../platform/jobs/define-job.ts';

export interface CotasOfRifa {
  rifaId: string;
  cotas: number;
}

export interface ReturnedOfRifa extends CotasOfRifa {
  /** The cotas stay on the frozen list of their rifa. */
  isSealed: boolean;
}

export interface OrderEvent {
  orderId: string;
  /** For a returned payment: why it did not settle; `reversed`: nor did it after its charge-back was reversed. */
  reason?: string;
  refundId?: string;
  /** For a cash hand-over: how many hand-overs of this refund were undone, including this one. */
  handOversUndone?: number;
  /** For a dispute: when it was opened, won or lost. */
  disputedAt?: string;
  /** For a won dispute: duration of the dispute, by the shop's clock. */
  wait?: { since: string; until: string };
  /** For a refund: centavos refunded by this refund. */
  centavos?: number;
  /** For a refund: it was paid by other means, because the provider rejected it. */
  isPaidElsewhere?: boolean;
  /** For a partial refund: centavos refunded in total. */
  returnedCentavos?: number;
  /** For a partial refund: number of returned cotas, except cotas that stay on a frozen list. */
  cotas?: number;
  /** For a partial refund: the refunded cotas, by rifa. */
  returned?: ReturnedOfRifa[];
}

/**
 * Events of an order, each enqueued in the transaction of its change. `paymentReturned` carries `refundId` and `reason`,
 * because a payment that did not settle its order is refunded automatically. `partlyRefunded` carries both sums and its
 * cotas. `handOverUndone` and `handedOverAgain` correct a cash hand-over that was recorded by mistake.
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
