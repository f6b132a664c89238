import type { PaymentProvider, ProviderResult } from '../providers/payment-provider.ts';

type Call<Input extends unknown[], Value> = (...input: Input) => Promise<ProviderResult<Value>>;

/** Wraps a provider: `around` makes each of its calls. */
export function wrapCalls(
  provider: PaymentProvider,
  around: <Value>(call: () => Promise<ProviderResult<Value>>) => Promise<ProviderResult<Value>>,
): PaymentProvider {
  const wrapped =
    <Input extends unknown[], Value>(call: Call<Input, Value>): Call<Input, Value> =>
    (...input) =>
      around(() => call(...input));
  const reports = provider.settlementReports;
  return {
    id: provider.id,
    receiver: provider.receiver,
    reviewsPayments: provider.reviewsPayments,
    settlementReports: reports && {
      request: wrapped((from, until) => reports.request(from, until)),
      list: wrapped(() => reports.list()),
      read: wrapped((name) => reports.read(name)),
    },
    isAvailable: () => provider.isAvailable(),
    readWebhook: (input) => provider.readWebhook(input),
    createHostedCheckout: wrapped((request, key) => provider.createHostedCheckout(request, key)),
    expireHostedCheckout: wrapped((ref) => provider.expireHostedCheckout(ref)),
    createPix: wrapped((request, key) => provider.createPix(request, key)),
    getPayment: wrapped((id) => provider.getPayment(id)),
    findPayments: wrapped((reference, known) => provider.findPayments(reference, known)),
    findUpdatedPayments: wrapped((from, to) => provider.findUpdatedPayments(from, to)),
    readHinted: wrapped((topic, id) => provider.readHinted(topic, id)),
    cancelPending: wrapped((id) => provider.cancelPending(id)),
    refund: wrapped((request, key) => provider.refund(request, key)),
    listRefunds: wrapped((id) => provider.listRefunds(id)),
  };
}
