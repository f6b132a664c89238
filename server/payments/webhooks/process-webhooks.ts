/** Processes the webhook inbox: reads each hint's payments from the provider and applies them. */
import { sql } from 'kysely';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import { heldRows } from '../../platform/database/held-rows.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import { LEASE_MS } from '../lease.ts';
import { nextWebhookTry } from '../check-schedule.ts';
import type { HintTopic } from '../providers/payment-provider.ts';
import { providerOf, reachableProviderIds } from '../providers/providers.ts';
import type { PaymentsContext } from '../payments-context.ts';

export interface ClaimedHint {
  id: number;
  provider: string;
  topic: string;
  resourceId: string;
  attempts: number;
}

/**
 * Claims due rows. They leave `pending` before the provider is called, so that a hint arriving during the call inserts
 * a new row and causes another read. Rows with an expired lease, after a crash, are claimed again.
 */
export async function claimHints(context: PaymentsContext, limit: number): Promise<ClaimedHint[]> {
  const reachable = reachableProviderIds(context);
  if (reachable.length === 0) return [];
  const now = context.clock.now();
  const dueWebhooks = context.lookups
    .selectFrom('webhookInbox')
    .select('id')
    // Literals: a generic plan finds the partial index only if the statement itself implies its condition.
    .where('status', 'in', sql<string>`('pending', 'processing')`)
    .where('provider', 'in', reachable)
    .where(sql`coalesce(leased_until, next_attempt_at)`, '<=', now)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return context.lookups
    .updateTable('webhookInbox')
    .set({ status: 'processing', leasedUntil: new Date(now.getTime() + LEASE_MS), updatedAt: now })
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', dueWebhooks)
    .returning(['id', 'provider', 'topic', 'resourceId', 'attempts'])
    .execute();
}

/** Updates hints that this worker has claimed. Skips hints that another worker has claimed since. */
export async function renewHintLeases(
  { lookups, clock }: PaymentsContext,
  hints: readonly ClaimedHint[],
): Promise<void> {
  await sql`
    update webhook_inbox set leased_until = ${new Date(clock.now().getTime() + LEASE_MS)}
    from ${heldRows(hints, 'bigint')}
    where webhook_inbox.id = held.id and webhook_inbox.attempts = held.attempts and status = 'processing'`.execute(
    lookups,
  );
}

export async function processHint(context: PaymentsContext, hint: ClaimedHint): Promise<void> {
  let failure: string;
  try {
    const read = await providerOf(context, hint.provider).readHinted(
      hint.topic as HintTopic,
      hint.resourceId,
    );
    if (read.ok) {
      for (const snapshot of read.value) await applySnapshot(context, snapshot, 'webhook');
      await finishesOf(context).load({ hint, at: context.clock.now() });
      return;
    }
    // "Not found" is retried too: a new payment may not have reached all of the provider's replicas.
    failure = read.error.kind;
  } catch (error) {
    failure = (error as Error).message;
    context.log.error({ err: error, hint: hint.id }, 'webhook processing failed');
  }
  const next = nextWebhookTry(context.clock.now(), hint.attempts - 1);
  if (!next) context.log.error({ hint: hint.id, topic: hint.topic, failure }, 'webhook retries exhausted');
  await finish(context, hint, {
    status: next ? 'processing' : 'dead',
    leasedUntil: next,
    lastError: failure,
  });
}

async function finish(
  context: PaymentsContext,
  hint: ClaimedHint,
  change: { status: string; leasedUntil: Date | null; lastError: string | null },
): Promise<void> {
  await context.lookups
    .updateTable('webhookInbox')
    .set({ ...change, updatedAt: context.clock.now() })
    .where('id', '=', hint.id)
    .where('attempts', '=', hint.attempts)
    .execute();
}

/** Hints whose payments were settled in one batch finish at the same moment. */
const finishesOf = defineCache((context: Pick<PaymentsContext, 'lookups'>) =>
  createBatchLoader(async (done: { hint: ClaimedHint; at: Date }[]) => {
    const hints = done.map(({ hint }) => hint);
    await sql`
      update webhook_inbox set status = 'done', leased_until = null, last_error = null, updated_at = ${done.at(-1)!.at}
      from ${heldRows(hints, 'bigint')}
      where webhook_inbox.id = held.id and webhook_inbox.attempts = held.attempts`.execute(context.lookups);
    return hints.map(() => undefined);
  }),
);
