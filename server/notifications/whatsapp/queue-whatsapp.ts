import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendWhatsAppJob, type WhatsAppNews } from './send-whatsapp.job.ts';

/** Enqueues a message in the caller's transaction, if the person has confirmed a phone. */
export async function queueWhatsApp(
  trx: Transaction<DB>,
  { jobs }: Pick<Platform, 'jobs'>,
  news: WhatsAppNews,
): Promise<void> {
  const wanted = await trx
    .selectFrom('whatsappContacts')
    .select('userId')
    .where('userId', '=', news.userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  if (wanted) await jobs.enqueue(trx, sendWhatsAppJob, news);
}
