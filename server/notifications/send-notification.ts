import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../platform/platform.ts';

export interface NewNotification {
  /** Null: a broadcast to all accounts. */
  userId: string | null;
  type: 'info' | 'success' | 'warning' | 'error' | 'admin' | 'other';
  title: string;
  message: string;
  /** Link target and related ids, e.g. `{ href: '/pedido/…' }`. */
  data?: Record<string, unknown>;
  /** Deduplication key, e.g. `order-paid:<id>`: a retried job sends nothing twice. */
  deduplicationKey?: string;
}

/**
 * Writes a notification in the caller's transaction; connected browsers receive it after the commit.
 *
 * @returns false when `deduplicationKey` was sent before
 */
export async function sendNotification(
  trx: Kysely<DB> | Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  notification: NewNotification,
): Promise<boolean> {
  return (await sendNotifications(trx, platform, [notification])) === 1;
}

/** Writes several of one shape. @returns how many were new by their `deduplicationKey` */
export async function sendNotifications(
  trx: Kysely<DB> | Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  notifications: readonly NewNotification[],
): Promise<number> {
  if (notifications.length === 0) return 0;
  const sent = await trx
    .insertInto('notifications')
    .values(
      notifications.map(({ data = {}, deduplicationKey, ...notification }) => ({
        ...notification,
        occasion: deduplicationKey,
        id: random.uuid(),
        data: JSON.stringify(data),
        createdAt: clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .executeTakeFirst();
  return Number(sent.numInsertedOrUpdatedRows);
}
