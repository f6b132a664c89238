/** Describes an order's payment for its page. */
import { sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { CASH } from '@mare/domain/payments/ledger.ts';
import { rejectionMessage } from '@mare/domain/payments/rejection-messages.ts';
import type { PaymentsContext } from './payments-context.ts';

export interface PaymentDescription {
  /** The payment that settled the order, or else the newest one. */
  paymentId: string | null;
  /** Rejection message of the newest payment, in Portuguese. */
  refusal: string | null;
  /** Paid to a seller, not through the site. */
  soldByHand: boolean;
  /** Whether a refund is pending. */
  refundUnderWay: boolean;
  /** Centavos of payments that could not count (late, twice, another amount) and were returned. */
  sentBackCentavos: number;
  /** Centavos that went back of the payment that settled the order. */
  returnedCentavos: number;
}

const FAILED_STATES: ReadonlySet<string> = new Set(['rejected', 'cancelled']);

export async function describePayment(
  { db }: Pick<PaymentsContext, 'db'>,
  orderId: string,
): Promise<PaymentDescription> {
  const payments = await db
    .selectFrom('providerPayments')
    .select(['provider', 'paymentId', 'state', 'rawDetail', 'disposition', 'refunded'])
    // Pending until the payment itself reports the refunded amount; a refund in state "done" is not enough.
    .select((eb) =>
      eb
        .and([
          eb('state', 'not in', ['refunded', 'charged_back']),
          eb(
            eb
              .selectFrom('refunds')
              .select((refunds) => refunds.fn.coalesce(refunds.fn.sum('amount'), sql.lit(0)).as('asked'))
              .whereRef('refunds.provider', '=', 'providerPayments.provider')
              .whereRef('refunds.paymentId', '=', 'providerPayments.paymentId')
              .where('refunds.state', '!=', 'rejected'),
            '>',
            eb.ref('refunded'),
          ),
        ])
        .as('isGoingBack'),
    )
    .where('orderId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .orderBy('paymentId', 'desc')
    .execute();
  const [newest] = payments;
  const settling = payments.find((payment) => payment.disposition === 'settles');
  return {
    paymentId: (settling ?? newest)?.paymentId ?? null,
    refusal:
      newest && !settling && FAILED_STATES.has(newest.state) ? rejectionMessage(newest.rawDetail) : null,
    soldByHand: settling?.provider === CASH,
    refundUnderWay: payments.some((payment) => payment.isGoingBack),
    sentBackCentavos: payments
      .filter(({ disposition }) => disposition !== 'settles')
      .reduce((sum, { refunded }) => sum + centavosFromNumeric(refunded), 0),
    returnedCentavos: centavosFromNumeric(settling?.refunded ?? '0'),
  };
}
