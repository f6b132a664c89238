/**
 * Reads every payment that changed at the provider in the last days, to find refunds, disputes and charge-backs whose
 * webhook was lost.
 */
import { defineJob } from '../../platform/jobs/define-job.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import type { PaymentSnapshot } from '../providers/payment-provider.ts';
import { allProviders } from '../providers/providers.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { findStoredPayment } from '../settlement/stored-payments.queries.ts';

/** Longer than the interval between runs, so that the next run covers a failed one. */
const DAYS = 3;

export const reviewRecentPaymentsJob = defineJob(
  'review-recent-payments',
  { cron: '17 7 * * *' },
  reviewRecentPayments,
);

/** @throws if a provider cannot be read, so that the job is retried */
export async function reviewRecentPayments(context: PaymentsContext): Promise<void> {
  const now = context.clock.now();
  const from = new Date(now.getTime() - DAYS * 86_400_000);
  const failures: string[] = [];
  for (const provider of allProviders(context)) {
    const found = await provider.findUpdatedPayments(from, now);
    if (!found.ok) failures.push(`${provider.id}: ${found.error.kind}`);
    for (const snapshot of found.ok ? found.value : [])
      if (!(await isKnown(context, snapshot))) await applySnapshot(context, snapshot, 'sweep');
  }
  if (failures.length > 0) throw new Error(`recent payments could not be read: ${failures.join(', ')}`);
}

async function isKnown({ db }: PaymentsContext, snapshot: PaymentSnapshot): Promise<boolean> {
  const stored = await findStoredPayment(db, snapshot.provider, snapshot.paymentId);
  return (
    stored?.state === snapshot.state &&
    stored.refundedCentavos === snapshot.refundedCentavos &&
    stored.updatedAt.getTime() === snapshot.updatedAt.getTime()
  );
}
