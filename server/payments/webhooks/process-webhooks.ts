/** Reads what the inbox points at, and applies it. */
import { sql } from 'kysely';
import { applySnapshot } from '../apply-snapshot.ts';
import { nextWebhookTry } from '../check-schedule.ts';
import type { HintTopic } from '../payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';

interface ClaimedHint {
  id: number;
  topic: string;
  resourceId: string;
  attempts: number;
}

const LEASE_MS = 60_000;
const AT_ONCE = 8;

/** Works off all that is due. @returns how many rows were read */
export async function processWebhooks(context: PaymentsContext): Promise<number> {
  let count = 0;
  for (;;) {
    const claimed = await claim(context);
    if (claimed.length === 0) return count;
    count += claimed.length;
    await Promise.all(claimed.map((hint) => processOne(context, hint)));
  }
}

/**
 * A claimed row is no longer pending before the provider is asked: a hint that comes meanwhile makes a row of its own,
 * and is read again. A lease that ran out, after a crash, is claimed anew.
 */
async function claim(context: PaymentsContext): Promise<ClaimedHint[]> {
  const now = context.clock.now();
  const due = context.db
    .selectFrom('webhookInbox')
    .select('id')
    .where('status', 'in', ['pending', 'processing'])
    .where(sql`coalesce(leased_until, next_attempt_at)`, '<=', now)
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked();
  return context.db
    .updateTable('webhookInbox')
    .set({ status: 'processing', leasedUntil: new Date(now.getTime() + LEASE_MS), updatedAt: now })
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', due)
    .returning(['id', 'topic', 'resourceId', 'attempts'])
    .execute();
}

async function processOne(context: PaymentsContext, hint: ClaimedHint): Promise<void> {
  let failure: string;
  try {
    const read = await context.provider.readHinted(hint.topic as HintTopic, hint.resourceId);
    if (read.ok) {
      for (const snapshot of read.value) await applySnapshot(context, snapshot, 'webhook');
      await finish(context, hint, { status: 'done', leasedUntil: null, lastError: null });
      return;
    }
    // Even "not found" is tried again: a payment just made may not have reached every copy of theirs.
    failure = read.error.kind;
  } catch (error) {
    failure = (error as Error).message;
    context.log.error({ err: error, hint: hint.id }, 'webhook could not be applied');
  }
  const next = nextWebhookTry(context.clock.now(), hint.attempts - 1);
  if (!next) context.log.error({ hint: hint.id, topic: hint.topic, failure }, 'webhook given up');
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
  await context.db
    .updateTable('webhookInbox')
    .set({ ...change, updatedAt: context.clock.now() })
    .where('id', '=', hint.id)
    .where('attempts', '=', hint.attempts)
    .execute();
}
