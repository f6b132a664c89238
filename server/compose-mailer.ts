import { isExcluded } from './accounts/limits/read-own-limits.ts';
import { mailerWithPreferences } from './mail/mailer-with-preferences.ts';
import { notifyBounce } from './notifications/notify-bounce.ts';
import type { Mailer } from './platform/messages/mail.ts';
import type { Platform } from './platform/platform.ts';

/** The mailer that every feature sends through. @param transport hands a finished mail to the mail server */
export function composeMailer(platform: Omit<Platform, 'mailer'>, transport: Mailer): Mailer {
  return mailerWithPreferences(platform, transport, { isExcluded, onBounce: notifyBounce });
}
