import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Beyond it the least recently used subscription is removed. */
const MAX_BROWSERS_PER_PERSON = 20;

/** Subscribes a browser; an endpoint belongs to the account that used it last. */
export async function subscribePush(
  { db, clock, random }: Pick<Platform, 'db' | 'clock' | 'random'>,
  userId: string,
  { endpoint, p256dh, auth }: BrowserSubscription,
): Promise<void> {
  const now = clock.now();
  const current = { userId, p256dhKey: p256dh, authKey: auth, active: true, updatedAt: now };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('pushSubscriptions')
      .values({ id: random.uuid(), endpoint, createdAt: now, ...current })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(current))
      .execute();
    await sql`
      delete from push_subscriptions where id in (
        select id from push_subscriptions where user_id = ${userId}
        order by updated_at desc, id offset ${MAX_BROWSERS_PER_PERSON})`.execute(trx);
  });
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
