/** Double opt-in: a subscription counts once the link in a confirmation mail is opened. */
import { createHash } from 'node:crypto';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { Platform } from '../platform/platform.ts';
import { queueMail } from '../mail/outbox/queue-message.ts';
import { turnOnNewsletter } from '../mail/preferences.ts';
import { composeNewsletterConfirmation } from './newsletter-confirmation-mail.ts';

interface Visitor {
  userId: string | null;
  ipAddress: string | null;
}
const ANONYMOUS: Visitor = { userId: null, ipAddress: null };

/** Repeated requests replace the link; a confirmed subscriber gets no mail. */
export async function subscribeNewsletter(
  platform: Platform,
  typedEmail: string,
  by: Visitor = ANONYMOUS,
): Promise<void> {
  const { db, random, config } = platform;
  const email = typedEmail.toLowerCase();
  const token = random.bytes(24).toString('base64url');
  await db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('newsletterSubscribers')
      .values({ email, confirmationHash: hashOf(token) })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet({ confirmationHash: hashOf(token) })
          .where((eb) =>
            eb.or([
              eb('newsletterSubscribers.confirmedAt', 'is', null),
              eb('newsletterSubscribers.unsubscribedAt', 'is not', null),
            ]),
          ),
      )
      .returning('email')
      .executeTakeFirst();
    if (!stored) return;
    const url = `${config.publicUrl}/newsletter/confirmar?token=${token}`;
    await queueMail(trx, platform, composeNewsletterConfirmation(email, url), {
      key: `newsletter:${hashOf(token).toString('hex')}`,
      topic: 'newsletter',
    });
    await recordActivity(trx, platform, {
      ...by,
      action: 'ask-for-newsletter',
      entityType: 'newsletter',
      description: 'Um e-mail foi inscrito na newsletter e espera a confirmação.',
    });
  });
}

/** @returns the confirmed e-mail address, or null when the link is invalid or was replaced */
export async function confirmNewsletter(
  platform: Platform,
  token: string,
  by: Visitor = ANONYMOUS,
): Promise<string | null> {
  const { db, clock } = platform;
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('newsletterSubscribers')
      .set((eb) => ({
        confirmedAt: eb.fn.coalesce('confirmedAt', eb.val(clock.now())),
        unsubscribedAt: null,
      }))
      .where('confirmationHash', '=', hashOf(token))
      .returning('email')
      .executeTakeFirst();
    if (!row) return null;
    await turnOnNewsletter(trx, row.email, clock.now());
    await recordActivity(trx, platform, {
      ...by,
      action: 'confirm-newsletter',
      entityType: 'newsletter',
      description: 'Um e-mail foi confirmado para receber a newsletter.',
    });
    return row.email;
  });
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
