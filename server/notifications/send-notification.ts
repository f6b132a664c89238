import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../platform/platform.ts';

export interface NewNotification {
  /** Null tells everybody. */
  userId: string | null;
  type: 'info' | 'success' | 'warning' | 'error' | 'admin' | 'other';
  title: string;
  message: string;
  /** Where it leads and what it is about, e.g. `{ href: '/pedido/…' }`. */
  data?: Record<string, unknown>;
  /** Says what it is about, e.g. `order-paid:<id>`: told once however often the job runs. */
  occasion?: string;
}

/**
 * Writes a notification in the caller's transaction; it reaches open browsers once that is committed.
 *
 * @returns false when its occasion was told before.
 */
export async function sendNotification(
  trx: Kysely<DB> | Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  notification: NewNotification,
): Promise<boolean> {
  return (await sendNotifications(trx, platform, [notification])) === 1;
}

/** Several at once, of one shape. @returns how many were not told before. */
export async function sendNotifications(
  trx: Kysely<DB> | Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  notifications: readonly NewNotification[],
): Promise<number> {
  if (notifications.length === 0) return 0;
  const told = await trx
    .insertInto('notifications')
    .values(
      notifications.map(({ data = {}, ...notification }) => ({
        ...notification,
        id: random.uuid(),
        data: JSON.stringify(data),
        createdAt: clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .executeTakeFirst();
  return Number(told.numInsertedOrUpdatedRows);
}
