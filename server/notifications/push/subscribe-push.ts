import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';

export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Beyond it the least recently used subscription is removed. */
const MAX_BROWSERS_PER_PERSON = 20;

/**
 * Subscribes a browser until its session ends. An endpoint belongs to the account that used it last.
 * @returns false if the session has ended
 */
export async function subscribePush(
  { db, clock, random }: Pick<Platform, 'db' | 'clock' | 'random'>,
  { userId, sessionId }: { userId: string; sessionId: string },
  { endpoint, p256dh, auth }: BrowserSubscription,
): Promise<boolean> {
  const now = clock.now();
  const current = { userId, sessionId, p256dhKey: p256dh, authKey: auth, active: true, updatedAt: now };
  return db.transaction().execute(async (trx) => {
    const session = await trx
      .selectFrom('auth.sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('userId', '=', userId)
      .forKeyShare()
      .executeTakeFirst();
    if (!session) return false;
    await trx
      .insertInto('pushSubscriptions')
      .values({ id: random.uuid(), endpoint, createdAt: now, ...current })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(current))
      .execute();
    await sql`
      delete from push_subscriptions where id in (
        select id from push_subscriptions where user_id = ${userId}
        order by updated_at desc, id offset ${MAX_BROWSERS_PER_PERSON})`.execute(trx);
    return true;
  });
}

/** Keeps the subscriptions of a session that gets another id. */
export async function movePushSubscriptions(
  trx: Transaction<DB>,
  fromSessionId: string,
  toSessionId: string,
): Promise<void> {
  await trx
    .updateTable('pushSubscriptions')
    .set({ sessionId: toSessionId })
    .where('sessionId', '=', fromSessionId)
    .execute();
}

/** Deactivates a subscription of the user. Idempotent. */
export async function unsubscribePush(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  endpoint: string,
): Promise<void> {
  await db
    .updateTable('pushSubscriptions')
    .set({ active: false, updatedAt: clock.now() })
    .where('userId', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute();
}
