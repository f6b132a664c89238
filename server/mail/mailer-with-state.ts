/** Records the outcome of sending mail in `mail_state`, for the panel. */
import { RecipientRejectedError } from '../platform/messages/rejected-recipient.ts';
import type { Mailer } from '../platform/messages/mail.ts';
import type { Platform } from '../platform/platform.ts';

/** Minimum interval between records of successes. */
const STATE_WRITE_INTERVAL_MS = 10_000;

export function mailerWithState(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  mailer: Mailer,
): Mailer {
  let notedAt = 0;
  const note = async (state: { lastSentAt: Date } | { lastFailedAt: Date; lastError: string }) => {
    try {
      await db.updateTable('mailState').set(state).execute();
    } catch (error) {
      log.warn({ err: error }, 'mail state not recorded');
    }
  };
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        // The mail server works: only this e-mail address is rejected.
        if (error instanceof RecipientRejectedError) throw error;
        const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 300);
        await note({ lastFailedAt: clock.now(), lastError });
        throw error;
      }
      const now = clock.now();
      if (now.getTime() - notedAt < STATE_WRITE_INTERVAL_MS) return;
      notedAt = now.getTime();
      await note({ lastSentAt: now });
    },
  };
}
