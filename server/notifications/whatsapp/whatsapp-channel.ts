/** Sends WhatsApp messages to confirmed phones, and codes to phones that are being confirmed. */
import type { SendMessage } from '../../mail/outbox/send-messages.ts';
import type { QueuedWhatsApp, QueuedWhatsAppText } from '../../mail/outbox/message.ts';
import {
  type WhatsAppMessage,
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
    try {
      await sender.send(await composeMessage(platform, phone, message));
      return 'sent';
    } catch (error) {
      if (!(error instanceof WhatsAppRejection)) throw error;
      const template = 'text' in message ? null : message.template;
      platform.log.warn({ template, reason: error.message }, 'WhatsApp message rejected');
      return 'rejected';
    }
  };
}

async function composeMessage(
  platform: Deps,
  phone: string,
  message: QueuedWhatsApp | QueuedWhatsAppText,
): Promise<WhatsAppMessage> {
  if ('text' in message) return { to: phone, template: null, parameters: [], text: message.text };
  const { template, parameters } = message;
  if (template !== 'codigo') return whatsAppMessage(phone, template, parameters);
  return codeMessage(phone, parameters[0]!, (await readSite(platform)).name);
}

/** Reads the phone at send time, so that a withdrawn consent takes effect at once. */
async function findPhone(
  { db }: Deps,
  { userId, phone }: QueuedWhatsApp | QueuedWhatsAppText,
): Promise<string | null> {
  const contact = await db
    .selectFrom('whatsappContacts')
    .select(['phone', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!contact) return null;
  const isMeant = phone === null ? contact.confirmedAt !== null : contact.phone === phone;
  return isMeant ? contact.phone : null;
}
