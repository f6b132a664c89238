/** Answers of the desk to people who wrote by WhatsApp. */
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { MAX_WHATSAPP_CHARACTERS, whatsAppOpenUntil } from '@mare/domain/support/inbound/whatsapp-window.ts';
import { type QueueDeps, queueMessages } from '../../mail/outbox/queue-message.ts';
import type { TopicRules } from '../../mail/outbox/send-messages.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendTicketMailJob } from '../send-ticket-mail.job.ts';

/** After this time an unsent answer is sent by mail. */
const MAX_SEND_DELAY_MS = 15 * 60_000;
const KEY = 'ticket-whatsapp:';

interface Answer {
  ticketId: string;
  replyId: string;
  userId: string | null;
  /** Empty if the answer is a file. */
  message: string;
}

/** Until when free text reaches the author of a ticket by WhatsApp; null if it cannot. */
export async function readWhatsAppWindow(
  db: Kysely<DB> | Transaction<DB>,
  { config }: Pick<Platform, 'config'>,
  { ticketId, userId }: Pick<Answer, 'ticketId' | 'userId'>,
): Promise<Date | null> {
  if (!config.whatsAppWebhook || userId === null) return null;
  const last = await db
    .selectFrom('supportInbound')
    .innerJoin('whatsappContacts', (join) => join.onTrue().on('whatsappContacts.userId', '=', userId))
    .select('supportInbound.receivedAt')
    .where('supportInbound.ticketId', '=', ticketId)
    .where('supportInbound.channel', '=', 'whatsapp')
    .where('whatsappContacts.confirmedAt', 'is not', null)
    .orderBy('supportInbound.receivedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return whatsAppOpenUntil(last?.receivedAt ?? null);
}

/** @returns false if the answer must be sent by mail */
export async function queueWhatsAppAnswer(
  trx: Transaction<DB>,
  platform: QueueDeps,
  { ticketId, replyId, userId, message }: Answer,
): Promise<boolean> {
  const until = await readWhatsAppWindow(trx, platform, { ticketId, userId });
  const now = platform.clock.now();
  const { publicUrl } = platform.config;
  const text =
    message ||
    `Enviamos um arquivo para você. Abra a conversa para ver: ${publicUrl}/suporte?ticket=${ticketId}`;
  if (userId === null || until === null || until <= now || text.length > MAX_WHATSAPP_CHARACTERS)
    return false;
  await queueMessages(trx, platform, [
    {
      key: KEY + replyId,
      topic: 'support',
      expiresAt: new Date(Math.min(until.getTime(), now.getTime() + MAX_SEND_DELAY_MS)),
      content: { channel: 'whatsapp', userId, phone: null, text },
    },
  ]);
  return true;
}

/** Rules of the topic: an answer that WhatsApp rejected is sent by mail instead. */
export function supportRules({ jobs }: Pick<Platform, 'jobs'>): TopicRules {
  return {
    decideSendTime: () => Promise.resolve('now'),
    async onSettled(trx, messages) {
      for (const { id, state } of messages) if (state !== 'sent') await answerByMail(trx, jobs, id);
    },
  };
}

/** Does nothing for a message that is not a support answer. @param id of the message */
async function answerByMail(trx: Transaction<DB>, jobs: Platform['jobs'], id: string): Promise<void> {
  const message = await trx
    .selectFrom('outbox')
    .select('key')
    .where('id', '=', id)
    .where('key', 'like', `${KEY}%`)
    .executeTakeFirst();
  if (!message) return;
  const replyId = message.key.slice(KEY.length);
  const reply = await trx
    .updateTable('supportReplies')
    .set({ channel: 'site' })
    .where('id', '=', replyId)
    .returning('ticketId')
    .executeTakeFirst();
  if (!reply) return;
  await jobs.enqueue(trx, sendTicketMailJob, { ticketId: reply.ticketId, kind: 'answered', replyId });
}
