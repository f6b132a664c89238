/**
 * Finds payments whose webhook was lost, by one search for recent changes instead of a read of each open charge every
 * few seconds. The provider's search may lag, so charges are also read one by one, less often.
 */
import type { PaymentProvider, PaymentSnapshot } from '../providers/payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { allProviders } from '../providers/providers.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';

const EVERY_MS = 10_000;
/** Covers the lag of a search, and earlier searches that failed. */
const OVERLAP_MS = 120_000;
const FIRST_MS = 15 * 60_000;

/** @returns a function that searches when it is due; an idle shop does not search */
export function createUpdateSearch(context: PaymentsContext): () => Promise<void> {
  const sweptTo = new Map<string, number>();
  let dueAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = context.clock.now();
    if (now.getTime() < dueAt) return;
    dueAt = now.getTime() + EVERY_MS;
    if (!(await hasOpenOrders(context))) return;
    for (const provider of allProviders(context)) {
      const last = sweptTo.get(provider.id) ?? now.getTime() - FIRST_MS;
      if (await search(context, provider, new Date(last - OVERLAP_MS), now))
        sweptTo.set(provider.id, now.getTime());
    }
  };
}

async function hasOpenOrders({ db }: PaymentsContext): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('closingAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function search(
  context: PaymentsContext,
  provider: PaymentProvider,
  from: Date,
  to: Date,
): Promise<boolean> {
  const found = await provider.findUpdatedPayments(from, to);
  if (!found.ok) {
    context.log.warn(
      { provider: provider.id, failure: found.error.kind },
      'changed payments could not be searched',
    );
    return false;
  }
  // Ignores pending payments: their charge is being created or waits for its buyer.
  const relevant = found.value.filter(({ state }) => state !== 'pending');
  for (const snapshot of await withoutKnown(context, relevant))
    await applySnapshot(context, snapshot, 'sweep').catch((error: unknown) =>
      context.log.error({ err: error, payment: snapshot.paymentId }, 'changed payment not applied'),
    );
  return true;
}

async function withoutKnown({ db }: PaymentsContext, found: PaymentSnapshot[]): Promise<PaymentSnapshot[]> {
  if (found.length === 0) return [];
  const rows = await db
    .selectFrom('providerPayments')
    .select(['provider', 'paymentId', 'state', 'providerUpdatedAt'])
    .where(
      'paymentId',
      'in',
      found.map(({ paymentId }) => paymentId),
    )
    .execute();
  const key = (payment: { provider: string; paymentId: string; state: string }, updatedAt: Date) =>
    `${payment.provider} ${payment.paymentId} ${payment.state} ${updatedAt.getTime()}`;
  const known = new Set(rows.map((row) => key(row, row.providerUpdatedAt)));
  return found.filter((payment) => !known.has(key(payment, payment.updatedAt)));
}
