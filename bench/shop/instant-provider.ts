/** A stub payment provider that accepts every hosted checkout immediately, so that only our own work is measured. */
import type { PaymentProvider } from '@mare/server/payments/providers/payment-provider.ts';

const never = () => Promise.reject(new Error('not part of the benchmark'));

export const instantProvider: PaymentProvider = {
  id: 'mercadopago',
  receiver: null,
  reviewsPayments: true,
  settlementReports: null,
  isAvailable: () => true,
  createHostedCheckout: ({ externalReference }) =>
    Promise.resolve({
      ok: true,
      value: {
        providerRef: externalReference,
        url: `https://provider.example/${externalReference}`,
        sandboxUrl: null,
      },
    }),
  expireHostedCheckout: never,
  createPix: never,
  getPayment: never,
  findPayments: never,
  findUpdatedPayments: never,
  readHinted: never,
  cancelPending: never,
  refund: never,
  listRefunds: never,
  readWebhook: () => [{ trust: 'forged', topic: 'other', resourceId: null }],
};
