import type { ContactSubject } from '@mare/contract/support/support.ts';
import { CONTACT_SUBJECTS } from '@mare/domain/support/contact-subjects.ts';
import { responseDue } from '@mare/domain/support/response-due.ts';
import { spend } from '../platform/database/rate-limits.ts';
import { type QueueDeps, queueMail } from '../mail/outbox/queue-message.ts';
import { networkOf } from '../platform/network.ts';
import type { Platform } from '../platform/platform.ts';
import { enqueueAssignment } from './assignment/assign-in-turn.job.ts';
import { readReplyHeaders } from './inbound/reply-headers.ts';
import { MESSAGES_PER_NETWORK, MESSAGES_PER_EMAIL } from './limits.ts';
import { composeContactConfirmation } from './contact-confirmation-mail.ts';

export interface ContactMessage {
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
}

export type SendMessageOutcome = { ok: true } | { ok: false; code: 'TOO_MANY'; retryAfterSeconds: number };

/** Stores a visitor's message as a ticket without an account, and sends a confirmation mail. */
export async function sendContactMessage(
  platform: QueueDeps & Pick<Platform, 'db' | 'jobs'>,
  message: ContactMessage,
  ipAddress: string,
): Promise<SendMessageOutcome> {
  const { db, clock, random } = platform;
  const email = message.email.toLowerCase();
  const retryAfterSeconds =
    (await spend(db, clock, MESSAGES_PER_NETWORK, networkOf(ipAddress))) ??
    (await spend(db, clock, MESSAGES_PER_EMAIL, email));
  if (retryAfterSeconds !== null) return { ok: false, code: 'TOO_MANY', retryAfterSeconds };
  const now = clock.now();
  const id = random.uuid();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('supportTickets')
      .values({
        id,
        contactName: message.name,
        contactEmail: email,
        contactSubject: message.subject,
        subject: CONTACT_SUBJECTS[message.subject],
        message: message.message,
        createdAt: now,
        updatedAt: now,
        slaResponseDue: responseDue(now, 'normal'),
      })
      .execute();
    await enqueueAssignment(platform, trx, id);
    const headers = await readReplyHeaders(trx, platform, id);
    const confirmation = composeContactConfirmation(email, message.subject);
    await queueMail(
      trx,
      platform,
      { ...confirmation, ...(headers && { headers }) },
      {
        key: `contact:${id}`,
        topic: 'support',
      },
    );
  });
  return { ok: true };
}
