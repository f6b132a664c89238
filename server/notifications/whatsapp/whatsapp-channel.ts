/** Sends WhatsApp messages to confirmed phones, and codes to phones that are being confirmed. */
import type { SendMessage } from '../../mail/outbox/send-messages.ts';
import type { QueuedWhatsApp } from '../../mail/outbox/message.ts';
import {
  WhatsAppRejection,
  type WhatsAppSender,
  whatsAppSenderOf,
} from '../../platform/messages/whatsapp.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSite } from '../../settings/read-site.ts';
import { codeMessage, whatsAppMessage } from './whatsapp-messages.ts';

type Deps = Pick<Platform, 'config' | 'db' | 'caches' | 'clock' | 'random' | 'log'>;

/** @param sender replaced by tests; null: WhatsApp is not configured */
export function createWhatsAppChannel(
  platform: Deps,
  sender: WhatsAppSender | null = whatsAppSenderOf(platform.config, platform.random),
): SendMessage<'whatsapp'> {
  return async (message) => {
    const phone = sender && (await findPhone(platform, message));
    if (!sender || !phone) return 'skipped';
    const { template, parameters } = message;
    try {
      await sender.send(
        template === 'codigo'
          ? codeMessage(phone, parameters[0]!, (await readSite(platform)).name)
          : whatsAppMessage(phone, template, parameters),
      );
      return 'sent';
    } catch (error) {
      if (!(error instanceof WhatsAppRejection)) throw error;
      platform.log.warn({ template, reason: error.message }, 'WhatsApp message rejected');
      return 'rejected';
    }
  };
}

/** Reads the phone at send time, so that a withdrawn consent takes effect at once. */
async function findPhone({ db }: Deps, { userId, phone }: QueuedWhatsApp): Promise<string | null> {
  const contact = await db
    .selectFrom('whatsappContacts')
    .select(['phone', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!contact) return null;
  const isMeant = phone === null ? contact.confirmedAt !== null : contact.phone === phone;
  return isMeant ? contact.phone : null;
}
