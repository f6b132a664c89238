import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../platform/platform.ts';
import { type NewNotification, sendNotifications } from './send-notification.ts';

/**
 * Notifies every admin, each once per deduplication key.
 *
 * @param except the admin who caused the news
 */
export async function notifyAdmins(
  trx: Kysely<DB> | Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  news: Omit<NewNotification, 'userId' | 'deduplicationKey'> & { deduplicationKey: string },
  except: string | null = null,
): Promise<void> {
  const admins = await trx.selectFrom('profiles').select('id').where('role', '=', 'admin').execute();
  await sendNotifications(
    trx,
    platform,
    admins
      .filter(({ id }) => id !== except)
      .map(({ id }) => ({ ...news, userId: id, deduplicationKey: `${news.deduplicationKey}:${id}` })),
  );
}
