/** Notes whether sending mail goes well, for the panel. */
import { AddressRefused } from '../platform/messages/address-refused.ts';
import type { Mailer } from '../platform/messages/mail.ts';
import type { Platform } from '../platform/platform.ts';

/** A rush of mails is one note. */
const NOTED_EVERY_MS = 10_000;

export function mailerWithState(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  mailer: Mailer,
): Mailer {
  let notedAt = 0;
  const note = async (state: { lastSentAt: Date } | { lastFailedAt: Date; lastError: string }) => {
    try {
      await db.updateTable('mailState').set(state).execute();
    } catch (error) {
      log.warn({ err: error }, 'the state of mail could not be noted');
    }
  };
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        // The mail server is well: it is the address that takes none.
        if (error instanceof AddressRefused) throw error;
        const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 300);
        await note({ lastFailedAt: clock.now(), lastError });
        throw error;
      }
      const now = clock.now();
      if (now.getTime() - notedAt < NOTED_EVERY_MS) return;
      notedAt = now.getTime();
      await note({ lastSentAt: now });
    },
  };
}
