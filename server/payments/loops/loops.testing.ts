/** Testbed of the payment loops, against a sandbox with some calls replaced. */
import { createPayments, type Payments } from '../payments.ts';
import { createPaymentsTestbed } from '../payments.testing.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';

export const HOLD_SECONDS = 15 * 60;

export type LoopsTestbed = Awaited<ReturnType<typeof createLoopsTestbed>>;

export async function createLoopsTestbed() {
  const bed = await createPaymentsTestbed();
  let running: Payments | undefined;
  return {
    ...bed,
    /** Starts the loops against a provider that changes some calls of the sandbox. */
    startLoops(changes: (provider: PaymentProvider) => Partial<PaymentProvider>): Payments {
      const { provider } = bed.context;
      running = createPayments(bed.platform, { provider: { ...provider, ...changes(provider) } });
      running.start();
      return running;
    },
    async stopLoops(): Promise<void> {
      await running?.stop();
      running = undefined;
    },
  };
}
