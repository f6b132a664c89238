import type { CallBudget } from '../../platform/call-budget.ts';
import type { PaymentProvider, ProviderResult } from '../payment-provider.ts';
import type { CallLimit } from './call-limit.ts';

/** The provider, with each of its calls waiting for its turn in `budget`, and `limit` learning from how it ends. */
export function providerWithBudget(
  provider: PaymentProvider,
  budget: CallBudget,
  limit: CallLimit,
  /** Called when the provider rejects a call and names a time to wait, in seconds. */
  onOverload: (retryAfterSeconds: number) => void,
): PaymentProvider {
  const limited =
    <Input extends unknown[], Value>(call: (...input: Input) => Promise<ProviderResult<Value>>) =>
    async (...input: Input): Promise<ProviderResult<Value>> => {
      await budget.take();
      const isCalled = provider.isAvailable();
      const result = await limit.run(
        () => call(...input),
        (end) => (isCalled ? wasAnswered(end) : null),
      );
      if (!result.ok && result.error.kind === 'unavailable' && result.error.retryAfterSeconds !== null)
        onOverload(result.error.retryAfterSeconds);
      return result;
    };
  const reports = provider.settlementReports;
  return {
    id: provider.id,
    receiver: provider.receiver,
    settlementReports: reports && {
      request: limited((from, until) => reports.request(from, until)),
      list: limited(() => reports.list()),
      read: limited((name) => reports.read(name)),
    },
    isAvailable: () => provider.isAvailable(),
    readWebhook: (input) => provider.readWebhook(input),
    createHostedCheckout: limited((request, key) => provider.createHostedCheckout(request, key)),
    expireHostedCheckout: limited((ref) => provider.expireHostedCheckout(ref)),
    createPix: limited((request, key) => provider.createPix(request, key)),
    getPayment: limited((id) => provider.getPayment(id)),
    findPayments: limited((reference, known) => provider.findPayments(reference, known)),
    findUpdatedPayments: limited((from, to) => provider.findUpdatedPayments(from, to)),
    readHinted: limited((topic, id) => provider.readHinted(topic, id)),
    cancelPending: limited((id) => provider.cancelPending(id)),
    refund: limited((request, key) => provider.refund(request, key)),
    listRefunds: limited((id) => provider.listRefunds(id)),
  };
}

/** Null when a time to wait was named: that is a matter of the rate. */
function wasAnswered(result: ProviderResult<unknown>): boolean | null {
  if (result.ok) return true;
  const { error } = result;
  if (error.kind === 'unavailable') return error.retryAfterSeconds === null ? false : null;
  return error.kind !== 'unknown_outcome';
}
