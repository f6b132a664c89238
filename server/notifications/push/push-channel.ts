import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import type { Selectable } from 'kysely';
import type { PushSubscriptions } from '@mare/database/schema.ts';
import type { QueuedPush } from '../../mail/outbox/message.ts';
import type { SendMessage } from '../../mail/outbox/send-messages.ts';
import type { Platform } from '../../platform/platform.ts';
import { ForbiddenEndpoint, postPush, type PostPush, type PushRequest } from './post-push.ts';
import { readPushKeys, type VapidKeys } from './push-keys.ts';

type Deps = Pick<Platform, 'db' | 'caches' | 'config' | 'random' | 'log' | 'clock'>;

/** Replaced by tests. */
interface Replaceable {
  post?: PostPush;
  keys?: () => Promise<VapidKeys>;
}

/** TTL of a message at the push service (seconds). */
const TTL_SECONDS = 24 * 3600;

/** Sends to one subscribed browser. */
export function createPushChannel(platform: Deps & Replaceable): SendMessage<'push'> {
  const { db, log, post = postPush, keys = () => readPushKeys(platform) } = platform;
  return async (push) => {
    const subscription = await db
      .selectFrom('pushSubscriptions')
      .select(['endpoint', 'p256dhKey', 'authKey'])
      .where('id', '=', push.subscriptionId)
      .where('userId', '=', push.userId)
      .where('active', '=', true)
      .executeTakeFirst();
    if (!subscription) return 'skipped';
    const request = encrypt(platform, await keys(), subscription, push);
    const status = request
      ? await post(request).catch((error: unknown) => statusOfFailure(log, error))
      : GONE;
    if (status >= 200 && status < 300) return 'sent';
    // The subscription has ended.
    if (status === 404 || status === GONE) {
      await db.deleteFrom('pushSubscriptions').where('id', '=', push.subscriptionId).execute();
      return 'rejected';
    }
    // Other client errors are permanent: no retry.
    if (status >= 400 && status < 500 && status !== 429) {
      log.warn({ status }, 'push service rejected a message');
      return 'rejected';
    }
    throw new Error(`push service answered ${status}`);
  };
}

const GONE = 410;

/** @returns an HTTP status that represents the failure */
function statusOfFailure(log: Deps['log'], error: unknown): number {
  log.warn({ err: error }, 'push service unreachable');
  return error instanceof ForbiddenEndpoint ? GONE : 0;
}

/** RFC 8291, signed with the shop's keys (RFC 8292). Null when the browser's key is invalid. */
function encrypt(
  { config }: Deps,
  keys: VapidKeys,
  { endpoint, p256dhKey, authKey }: Pick<Selectable<PushSubscriptions>, 'endpoint' | 'p256dhKey' | 'authKey'>,
  { title, message, href, tag }: QueuedPush,
): PushRequest | null {
  if (!isKey(p256dhKey)) return null;
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh: p256dhKey, auth: authKey } },
    JSON.stringify({ title, body: message, href, tag }),
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
