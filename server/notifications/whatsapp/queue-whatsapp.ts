import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WhatsAppTemplate } from '../../platform/messages/whatsapp.ts';
import { sendWhatsAppJob } from './send-whatsapp.job.ts';

export interface WhatsAppNews {
  userId: string;
  template: Exclude<WhatsAppTemplate, 'codigo'>;
  parameters: string[];
  /** Says what it is about: told once, however often the job runs. */
  occasion: string;
}

/** The code of whoever wants to confirm a phone is drawn by the job: it is in no queue. */
export type WhatsAppJob = WhatsAppNews | { userId: string; template: 'codigo' };

/** Has a message go out once the transaction is committed, if the person wants such. */
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
