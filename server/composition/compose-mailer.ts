import { hasSpendingBlock } from '../accounts/limits/read-own-limits.ts';
import { mailerWithPreferences } from '../mail/mailer-with-preferences.ts';
import { notifyBounce } from '../notifications/notify-bounce.ts';
import type { Mailer } from '../platform/messages/mail.ts';
import type { Platform } from '../platform/platform.ts';

/** The mailer of all features. @param transport delivers a composed mail */
export function composeMailer(platform: Omit<Platform, 'mailer'>, transport: Mailer): Mailer {
  return mailerWithPreferences(platform, transport, { hasSpendingBlock, onBounce: notifyBounce });
}
