/** Sends WhatsApp messages to confirmed phones, each once. */
import { drawCode } from '../../platform/draw-code.ts';
import { readSite } from '../../settings/read-site.ts';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type WhatsAppMessage,
  WhatsAppRejection,
  type WhatsAppSender,
  type WhatsAppTemplate,
  whatsAppSenderOf,
} from '../../platform/messages/whatsapp.ts';
import { claimMail } from '../../mail/claim-mail.ts';
import { whatsAppCodeHash } from './whatsapp-code.ts';
import { codeMessage, whatsAppMessage } from './whatsapp-messages.ts';

export interface WhatsAppNews {
  userId: string;
  template: Exclude<WhatsAppTemplate, 'codigo'>;
  parameters: string[];
  /** Deduplication key: a retried job sends nothing twice. */
  deduplicationKey: string;
}

/** The job draws the confirmation code, so that no queue holds it. */
export type WhatsAppJob = WhatsAppNews | { userId: string; template: 'codigo' };

type Deps = Pick<Platform, 'config' | 'db' | 'caches' | 'clock' | 'random' | 'log'>;

export const sendWhatsAppJob = defineJob('send-whatsapp', { concurrency: 5 }, sendWhatsApp);

/** @param deps.sender replaced by tests; null: WhatsApp is not configured */
async function sendWhatsApp(
  deps: Deps & { sender?: WhatsAppSender | null },
  payload: WhatsAppJob,
): Promise<void> {
  const { sender = whatsAppSenderOf(deps.config, deps.random) } = deps;
  if (!sender) return;
  if (payload.template === 'codigo') await sendCode(deps, sender, payload.userId);
  else await sendNews(deps, sender, payload);
}

async function sendCode(platform: Deps, sender: WhatsAppSender, userId: string): Promise<void> {
  const code = drawCode(platform);
  const contact = await platform.db
    .updateTable('whatsappContacts')
    .set({ codeHash: whatsAppCodeHash(userId, code) })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .returning('phone')
    .executeTakeFirst();
  if (contact)
    await deliver(platform, sender, codeMessage(contact.phone, code, (await readSite(platform)).name));
}

/** Reads the phone at send time, so that a withdrawn consent takes effect at once. */
async function sendNews(
  platform: Deps,
  sender: WhatsAppSender,
  { userId, template, parameters, deduplicationKey }: WhatsAppNews,
): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const contact = await trx
      .selectFrom('whatsappContacts')
      .select('phone')
      .where('userId', '=', userId)
      .where('confirmedAt', 'is not', null)
      .executeTakeFirst();
    if (!contact || !(await claimMail(trx, `whatsapp:${deduplicationKey}:${userId}`))) return;
    await deliver(platform, sender, whatsAppMessage(contact.phone, template, parameters));
  });
}

/** Does not retry a permanent rejection. */
async function deliver(
  { log }: Pick<Platform, 'log'>,
  sender: WhatsAppSender,
  message: WhatsAppMessage,
): Promise<void> {
  try {
    await sender.send(message);
  } catch (error) {
    if (!(error instanceof WhatsAppRejection)) throw error;
    log.warn({ template: message.template, reason: error.message }, 'WhatsApp message rejected');
  }
}
