import type { Platform } from '../../platform/platform.ts';
import { RecipientRejectedError } from '../../platform/messages/rejected-recipient.ts';
import type { SendMessage } from './send-messages.ts';

/** Sends mail through the platform's mailer, which applies preferences and records bounces. */
export function createMailChannel({
  mailer,
  config,
  log,
}: Pick<Platform, 'mailer' | 'config' | 'log'>): SendMessage<'mail'> {
  const { hostname } = new URL(config.publicUrl);
  return async ({ mail }, { id }) => {
    // The same for all attempts: mail servers and clients deduplicate by it.
    const headers = { ...mail.headers, 'Message-ID': `<${id}@${hostname}>` };
    try {
      return (await mailer.send({ ...mail, headers })) ?? 'sent';
    } catch (error) {
      if (!(error instanceof RecipientRejectedError)) throw error;
      log.info({ message: id }, 'mail not sent: address rejected');
      return 'rejected';
    }
  };
}
