/** Describes the payments of an order for the order page. */
import { cashOwedOf } from '../orders/reading/cash-owed.ts';
import { sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { CASH } from '@mare/domain/payments/ledger.ts';
import { rejectionMessage } from '@mare/domain/payments/rejection-messages.ts';
import type { PaymentsContext } from './payments-context.ts';

export interface PaymentDescription {
  /** The payment that settled the order, or else the newest one. */
  paymentId: string | null;
  /** Rejection message of the newest payment, in Portuguese. */
  paymentFailure: string | null;
  /** Whether the order was paid in cash to a seller, not through the site. */
  soldByHand: boolean;
  /** Whether a refund is pending. */
  refundUnderWay: boolean;
  /** Centavos of payments that did not settle the order (late, duplicate, wrong amount) and were returned. */
  sentBackCentavos: number;
  /** Whether a refund was paid by other means, because the provider rejected it. */
  refundedElsewhere: boolean;
  /** Refunded centavos of the payment that settled the order. */
  returnedCentavos: number;
  /** Centavos of `returnedCentavos` that are owed in cash, because their hand-over was undone. */
  cashOwedCentavos: number;
}

const FAILED_STATES: ReadonlySet<string> = new Set(['rejected', 'cancelled']);

/** A payment as `paymentsOf` reads it. */
export interface PaymentOfOrder {
  provider: string;
  paymentId: string;
  state: string;
  rawDetail: string | null;
  disposition: string | null;
  refunded: string;
  /**
   * Pending until the payment itself reports the refunded amount; a refund in state "done" is not enough. A refund that
   * the provider rejected is pending until an admin has decided about it.
   */
  isGoingBack: boolean;
  isPaidElsewhere: boolean;
  cashOwedCentavos: number;
}

/** SQL of the payments of an order, newest first. @param orderId a column */
export const paymentsOf = (orderId: string) => `(
  select coalesce(json_agg(json_build_object('provider', payment.provider, 'paymentId', payment.payment_id,
    'state', payment.state, 'rawDetail', payment.raw_detail, 'disposition', payment.disposition,
    'refunded', payment.refunded::text,
    'isGoingBack', payment.state not in ('refunded', 'charged_back') and payment.refunded < (
      select coalesce(sum(refund.amount), 0) from refunds refund
      where refund.provider = payment.provider and refund.payment_id = payment.payment_id
        and (refund.state <> 'rejected' or refund.reviewed_at is null)),
    'isPaidElsewhere', payment.refunded > 0 and exists (
      select from refunds refund
      where refund.provider = payment.provider and refund.payment_id = payment.payment_id
        and refund.paid_elsewhere_at is not null),
    'cashOwedCentavos', ${cashOwedOf('payment.payment_id')})
    order by payment.created_at desc, payment.payment_id desc), '[]')
  from provider_payments payment where payment.order_id = ${orderId})`;

export async function describePayment(
  { db }: Pick<PaymentsContext, 'db'>,
  orderId: string,
): Promise<PaymentDescription> {
  const { rows } = await sql<{ payments: PaymentOfOrder[] }>`
    select ${sql.raw(paymentsOf('asked.id'))} as payments from (select ${orderId}::uuid as id) as asked`.execute(
    db,
  );
  return describePayments(rows[0]!.payments);
}

/** @param payments newest first */
export function describePayments(payments: readonly PaymentOfOrder[]): PaymentDescription {
  const [newest] = payments;
  const settling = payments.find((payment) => payment.disposition === 'settles');
  return {
    paymentId: (settling ?? newest)?.paymentId ?? null,
    paymentFailure:
      newest && !settling && FAILED_STATES.has(newest.state) ? rejectionMessage(newest.rawDetail) : null,
    soldByHand: settling?.provider === CASH,
    refundUnderWay: payments.some((payment) => payment.isGoingBack),
    refundedElsewhere: payments.some((payment) => payment.isPaidElsewhere),
    sentBackCentavos: payments
      .filter(({ disposition }) => disposition !== 'settles')
      .reduce((sum, { refunded }) => sum + centavosFromNumeric(refunded), 0),
    returnedCentavos: centavosFromNumeric(settling?.refunded ?? '0'),
    cashOwedCentavos: settling?.cashOwedCentavos ?? 0,
  };
}
