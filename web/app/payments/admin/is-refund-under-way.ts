import type { PaymentHistory } from '@mare/contract/payments/payments.ts';
import { CASH } from '@mare/domain/payments/ledger.ts';

/** Whether a refund is on its way, or done at the provider and not yet seen in its payment, which the order follows. */
export function isRefundUnderWay({ refunds, payments }: PaymentHistory): boolean {
  return (
    refunds.some(({ state }) => state === 'requested' || state === 'sending') ||
    payments.some(
      ({ provider, paymentId, refundedCentavos }) =>
        provider !== CASH &&
        refundedCentavos <
          refunds
            .filter((refund) => refund.paymentId === paymentId && refund.state === 'done')
            .reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
    )
  );
}
