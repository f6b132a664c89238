/** Mails to affiliates and partners about decisions and payouts. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type QueueDeps, queueMail } from '../../mail/outbox/queue-message.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { composeMail, type MailParts } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';

interface CommissionMail extends Pick<MailParts, 'heading' | 'paragraphs' | 'facts'> {
  /** Deduplication key: the mail is sent once. */
  key: string;
  to: string;
  button: { label: string; path: string };
}

/** Enqueues the mail in the caller's transaction. */
export function enqueueCommissionMail(
  trx: Transaction<DB>,
  { jobs }: Pick<Platform, 'jobs'>,
  mail: CommissionMail,
): Promise<void> {
  return jobs.enqueue(trx, sendCommissionMailJob, mail);
}

export const sendCommissionMailJob = defineJob('mail-earner', {}, sendCommissionMail);

async function sendCommissionMail(
  platform: QueueDeps & Pick<Platform, 'db'>,
  { key, to, heading, paragraphs, facts, button }: CommissionMail,
): Promise<void> {
  const parts: MailParts = {
    heading,
    paragraphs,
    facts,
    lists: [],
    button: { label: button.label, url: platform.config.publicUrl + button.path },
    closing: 'Dúvidas? Fale com o suporte, em qualquer página do site.',
  };
  await queueMail(
    platform.db,
    platform,
    composeMail({ to, kind: 'transactional', subject: heading }, parts),
    {
      key,
      topic: 'commission',
    },
  );
}
