import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { ForbiddenEndpoint, postPush, type PostPush, type PushRequest } from './post-push.ts';
import { readPushKeys, type VapidKeys } from './push-keys.ts';

type Deps = Pick<Platform, 'db' | 'caches' | 'clock' | 'config' | 'random' | 'log'>;

/** Replaced by tests. */
interface Replaceable {
  post?: PostPush;
  keys?: () => Promise<VapidKeys>;
}

interface Subscription {
  id: string;
  endpoint: string;
  p256dhKey: string;
  authKey: string;
}

export interface Push {
  userId: string;
  title: string;
  message: string;
  /** Path of this site. */
  href: string;
  /** Deduplication key per browser: a retried job sends nothing twice. */
  deduplicationKey: string;
}

/** TTL of a message at the push service (seconds). */
const TTL_SECONDS = 24 * 3600;

/** Sends to every subscribed browser of the person, once each. */
export const sendPushJob = defineJob('send-push', { concurrency: 5 }, sendPush);

async function sendPush(platform: Deps & Replaceable, push: Push): Promise<void> {
  const { post = postPush, keys = () => readPushKeys(platform) } = platform;
  const subscriptions = await platform.db
    .selectFrom('pushSubscriptions')
    .select(['id', 'endpoint', 'p256dhKey', 'authKey'])
    .where('userId', '=', push.userId)
    .where('active', '=', true)
    .execute();
  const outcomes = await Promise.all(
    subscriptions.map(async (one) => sendTo(platform, post, await keys(), one, push)),
  );
  if (outcomes.includes('later')) throw new Error('push service did not accept the message');
}

async function sendTo(
  platform: Deps,
  post: PostPush,
  keys: VapidKeys,
  subscription: Subscription,
  push: Push,
): Promise<'done' | 'later'> {
  const { db, clock, log } = platform;
  const { deduplicationKey } = push;
  const claim = { occasion: deduplicationKey, subscriptionId: subscription.id };
  const first = await db
    .insertInto('sentPushes')
    .values({ ...claim, sentAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (first.numInsertedOrUpdatedRows === 0n) return 'done';
  const request = encrypt(platform, keys, subscription, push);
  const status = request ? await post(request).catch((error: unknown) => notReached(log, error)) : GONE;
  if (status >= 200 && status < 300) return 'done';
  // The subscription is gone.
  if (status === 404 || status === GONE) {
    await db.deleteFrom('pushSubscriptions').where('id', '=', subscription.id).execute();
    return 'done';
  }
  log.warn({ status }, 'push service rejected a message');
  // Other client errors are permanent: no retry.
  if (status >= 400 && status < 500 && status !== 429) return 'done';
  await db
    .deleteFrom('sentPushes')
    .where('occasion', '=', deduplicationKey)
    .where('subscriptionId', '=', subscription.id)
    .execute();
  return 'later';
}

const GONE = 410;

function notReached(log: Deps['log'], error: unknown): number {
  log.warn({ err: error }, 'push service unreachable');
  return error instanceof ForbiddenEndpoint ? GONE : 0;
}

/** RFC 8291, signed with the shop's keys (RFC 8292). Null when the browser's key is invalid. */
function encrypt(
  { config }: Deps,
  keys: VapidKeys,
  { endpoint, p256dhKey, authKey }: Subscription,
  { title, message, href, deduplicationKey }: Push,
): PushRequest | null {
  if (!isKey(p256dhKey)) return null;
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh: p256dhKey, auth: authKey } },
    // Browsers replace a notification of the same tag.
    JSON.stringify({ title, body: message, href, tag: deduplicationKey }),
    { vapidDetails: { subject: subjectOf(config), ...keys }, TTL: TTL_SECONDS, urgency: 'normal' },
  );
  return { endpoint, headers, body };
}

/** Whether the key is a point on the curve. */
function isKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Contact for push services (VAPID subject). */
function subjectOf({ mailFrom }: Platform['config']): string {
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
