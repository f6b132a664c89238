/** Stores a provider's delivery in the inbox. Without business rules or provider calls, because the sender waits. */
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { createRateLimiter, type RateLimit } from '../../platform/http/request/rate-limit.ts';
import type { PaymentProvider, WebhookHint, WebhookInput } from '../providers/payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { type NamedHint, type StorableHint, storeHints } from './store-hints.ts';

export type ReceivedWebhook = 'queued' | 'ignored' | 'forged';

/** Limits unverified hints, each of which costs an authenticated read. */
const UNVERIFIED_HINTS: RateLimit = { name: 'unverified-webhooks', hits: 60, seconds: 60 };

/** @returns a function that stores a delivery of this provider */
export function createWebhookReceiver(context: PaymentsContext, provider: PaymentProvider) {
  const limiter = createRateLimiter(context.clock);
  const allowUnverified = () => limiter.spend(UNVERIFIED_HINTS, provider.id) === null;
  // Deliveries that arrive together share a statement and its commit.
  const inbox = createBatchLoader((hints: StorableHint[]) =>
    storeHints(context.lookups, context.clock.now(), hints),
  );

  async function receiveHint(hint: WebhookHint): Promise<ReceivedWebhook> {
    const { topic, resourceId, trust } = hint;
    if (trust === 'forged') {
      context.log.warn({ topic, provider: provider.id }, 'webhook rejected: wrong signature');
      return 'forged';
    }
    if (topic === 'other' || resourceId === null) return 'ignored';
    const named = { provider: provider.id, topic, resourceId };
    if (trust === 'unverified' && !((await isKnown(context, named)) && allowUnverified())) return 'ignored';
    return (await inbox.load({ ...named, trust, isCreation: hint.isCreation })) ? 'queued' : 'ignored';
  }

  return async function receiveWebhook(input: WebhookInput): Promise<ReceivedWebhook> {
    const received = new Set<ReceivedWebhook>();
    for (const hint of provider.readWebhook(input)) received.add(await receiveHint(hint));
    return (['forged', 'queued'] as const).find((result) => received.has(result)) ?? 'ignored';
  };
}

/** Also in a transaction of the caller. */
export async function enqueueHint(
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  hint: StorableHint,
): Promise<void> {
  await storeHints(db, clock.now(), [hint]);
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
