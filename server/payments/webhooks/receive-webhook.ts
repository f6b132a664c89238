/** Stores a provider's delivery in the inbox. Without business rules or provider calls, because the sender waits. */
import { sql } from 'kysely';
import { createRateLimiter, type RateLimit } from '../../platform/http/request/rate-limit.ts';
import type { PaymentProvider, WebhookHint, WebhookInput } from '../payment-provider.ts';
import { findStoredPayment } from '../settlement/stored-payments.queries.ts';
import type { PaymentsContext } from '../payments-context.ts';

export type ReceivedWebhook = 'queued' | 'ignored' | 'forged';

/** Limits unverified hints, each of which costs an authenticated read. */
const UNVERIFIED_HINTS: RateLimit = { name: 'unverified-webhooks', hits: 60, seconds: 60 };

/** @returns a function that stores a delivery of this provider */
export function createWebhookReceiver(context: PaymentsContext, provider: PaymentProvider) {
  const limiter = createRateLimiter(context.clock);
  const allowUnverified = () => limiter.spend(UNVERIFIED_HINTS, provider.id) === null;

  async function receiveHint(hint: WebhookHint): Promise<ReceivedWebhook> {
    const { topic, resourceId, trust } = hint;
    if (trust === 'forged') {
      context.log.warn({ topic, provider: provider.id }, 'webhook rejected: wrong signature');
      return 'forged';
    }
    if (topic === 'other' || resourceId === null) return 'ignored';
    const named = { provider: provider.id, topic, resourceId };
    // The response to the request that created it said the same.
    if (hint.isCreation && (await isStored(context, named))) return 'ignored';
    if (trust === 'unverified' && !((await isKnown(context, named)) && allowUnverified())) return 'ignored';
    await enqueueHint(context, { ...named, trust });
    return 'queued';
  }

  return async function receiveWebhook(input: WebhookInput): Promise<ReceivedWebhook> {
    const received = new Set<ReceivedWebhook>();
    for (const hint of provider.readWebhook(input)) received.add(await receiveHint(hint));
    return (['forged', 'queued'] as const).find((result) => received.has(result)) ?? 'ignored';
  };
}

interface NamedHint {
  provider: string;
  topic: WebhookHint['topic'];
  resourceId: string;
}

/** Keeps one pending row per resource; a repeat only increments its count. */
export async function enqueueHint(
  context: Pick<PaymentsContext, 'db' | 'clock'>,
  hint: NamedHint & { trust: 'verified' | 'unverified' },
): Promise<void> {
  await context.db
    .insertInto('webhookInbox')
    .values({ ...hint, nextAttemptAt: context.clock.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'topic', 'resourceId'])
        .where('status', '=', sql.lit('pending'))
        .doUpdateSet({ hits: sql`webhook_inbox.hits + 1`, updatedAt: context.clock.now() }),
    )
    .execute();
}

/** Whether the payment is stored with its order. */
async function isStored({ lookups }: PaymentsContext, { provider, resourceId }: NamedHint): Promise<boolean> {
  const stored = await findStoredPayment(lookups, provider, resourceId);
  return stored !== null && stored.orderId !== null;
}

async function isKnown(
  context: Pick<PaymentsContext, 'db'>,
  { provider, resourceId }: NamedHint,
): Promise<boolean> {
  const payment = await context.db
    .selectFrom('providerPayments')
    .select('paymentId')
    .where('provider', '=', provider)
    .where('paymentId', '=', resourceId)
    .executeTakeFirst();
  if (payment) return true;
  const attempt = await context.db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('provider', '=', provider)
    .where('providerRef', '=', resourceId)
    .executeTakeFirst();
  return attempt !== undefined;
}
