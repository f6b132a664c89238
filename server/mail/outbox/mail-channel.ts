import type { Platform } from '../../platform/platform.ts';
import { AddressRejectedError } from '../../platform/messages/rejected-address.ts';
import type { SendMessage } from './send-messages.ts';

/** Mails by the platform's mailer, which obeys preferences and records bounces. */
export function createMailChannel({
  mailer,
  config,
  log,
}: Pick<Platform, 'mailer' | 'config' | 'log'>): SendMessage<'mail'> {
  const { hostname } = new URL(config.publicUrl);
  return async ({ mail }, { id }) => {
    // Equal across attempts: mail servers and clients deduplicate by it.
    const headers = { ...mail.headers, 'Message-ID': `<${id}@${hostname}>` };
    try {
      return (await mailer.send({ ...mail, headers })) ?? 'sent';
    } catch (error) {
      if (!(error instanceof AddressRejectedError)) throw error;
      log.info({ message: id }, 'mail not sent: address rejected');
      return 'rejected';
    }
  };
}
