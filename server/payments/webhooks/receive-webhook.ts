/** Stores a provider's delivery in the inbox. Without business rules or provider calls, because the sender waits. */
import { sql } from 'kysely';
import { createRateLimiter, type RateLimit } from '../../platform/http/rate-limit.ts';
import type { WebhookHint, WebhookInput } from '../payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';

export type ReceivedWebhook = 'queued' | 'ignored' | 'forged';

/** Limits unverified hints, each of which costs an authenticated read. */
const UNVERIFIED_HINTS: RateLimit = { name: 'unverified-webhooks', hits: 60, seconds: 60 };

export function createWebhookReceiver(context: PaymentsContext) {
  const limiter = createRateLimiter(context.clock);
  const allowUnverified = () => limiter.spend(UNVERIFIED_HINTS, context.provider.id) === null;

  return async function receiveWebhook(input: WebhookInput): Promise<ReceivedWebhook> {
    const hint = context.provider.readWebhook(input);
    if (hint.trust === 'forged') {
      context.log.warn({ topic: hint.topic }, 'webhook rejected: wrong signature');
      return 'forged';
    }
    if (hint.topic === 'other' || hint.resourceId === null) return 'ignored';
    if (hint.trust === 'unverified' && !((await isKnown(context, hint)) && allowUnverified()))
      return 'ignored';
    await enqueueHint(context, { topic: hint.topic, resourceId: hint.resourceId, trust: hint.trust });
    return 'queued';
  };
}

/** Keeps one pending row per resource; a repeat only increments its count. */
export async function enqueueHint(
  context: Pick<PaymentsContext, 'db' | 'provider' | 'clock'>,
  hint: { topic: WebhookHint['topic']; resourceId: string; trust: 'verified' | 'unverified' },
): Promise<void> {
  await context.db
    .insertInto('webhookInbox')
    .values({ ...hint, provider: context.provider.id, nextAttemptAt: context.clock.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'topic', 'resourceId'])
        .where('status', '=', 'pending')
        .doUpdateSet({ hits: sql`webhook_inbox.hits + 1`, updatedAt: context.clock.now() }),
    )
    .execute();
}

async function isKnown(context: PaymentsContext, hint: WebhookHint): Promise<boolean> {
  const payment = await context.db
    .selectFrom('providerPayments')
    .select('paymentId')
    .where('provider', '=', context.provider.id)
    .where('paymentId', '=', hint.resourceId)
    .executeTakeFirst();
  if (payment) return true;
  const attempt = await context.db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('provider', '=', context.provider.id)
    .where('providerRef', '=', hint.resourceId)
    .executeTakeFirst();
  return attempt !== undefined;
}
