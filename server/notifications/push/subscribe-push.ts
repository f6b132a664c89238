import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Principal } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

type Caller = Pick<Principal, 'userId' | 'sessionId'>;

/** Beyond it the least recently used subscription is removed. */
const MAX_BROWSERS_PER_PERSON = 20;

/**
 * Subscribes a browser until its session ends. An endpoint belongs to the account that used it last.
 * @returns false if the session has ended
 */
export async function subscribePush(
  { db, clock, random }: Pick<Platform, 'db' | 'clock' | 'random'>,
  { userId, sessionId }: Caller,
  { endpoint, p256dh, auth }: BrowserSubscription,
): Promise<boolean> {
  const now = clock.now();
  const current = { userId, sessionId, p256dhKey: p256dh, authKey: auth, active: true, updatedAt: now };
  return db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, { userId, sessionId }))) return false;
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

/**
 * Makes the subscription of a browser end with the session that the browser has now.
 * @returns whether the browser is subscribed for this account
 */
export function confirmPush(
  { db }: Pick<Platform, 'db'>,
  caller: Caller,
  endpoint: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, caller))) return false;
    const { numUpdatedRows } = await trx
      .updateTable('pushSubscriptions')
      .set({ sessionId: caller.sessionId })
      .where('userId', '=', caller.userId)
      .where('endpoint', '=', endpoint)
      .where('active', '=', true)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  });
}

/** @returns false if the session has ended */
async function lockSession(trx: Transaction<DB>, { userId, sessionId }: Caller): Promise<boolean> {
  const session = await trx
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
  return session !== undefined;
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
