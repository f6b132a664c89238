/** WhatsApp messages: through the official Cloud API; in the demonstration, into the mailbox folder beside the e-mails. */
import type { Random } from '../clock.ts';
import type { Config, WhatsAppAccount } from '../config.ts';
import { saveToMailbox } from './mailer.ts';

/** Templates that were approved for the shop's number, under these names, in Portuguese. */
export type WhatsAppTemplate = 'codigo' | 'pagamento_confirmado' | 'sorteio_amanha' | 'voce_ganhou';

export interface WhatsAppMessage {
  /** E.164 without the plus sign. */
  to: string;
  template: WhatsAppTemplate;
  /** What stands in the template's places, in their order. */
  parameters: readonly string[];
  /** The whole as it reads. */
  text: string;
}

export interface WhatsAppSender {
  /**
   * @throws {WhatsAppRejection} when trying again would not help
   * @throws when the message was not taken for now
   */
  send(message: WhatsAppMessage): Promise<void>;
}

/** The service will never deliver this message, e.g. because nobody has WhatsApp at that number. */
export class WhatsAppRejection extends Error {}

const TIMEOUT_MS = 10_000;
/** Meant for the operator or for later, not for this message. */
const TRY_AGAIN = new Set([401, 403, 408, 429]);

/** @returns null where no message can be sent */
export function whatsAppSenderOf(
  config: Pick<Config, 'whatsApp' | 'demo' | 'mailboxDir'>,
  random: Random,
): WhatsAppSender | null {
  const { whatsApp, demo, mailboxDir } = config;
  if (whatsApp) return { send: (message) => post(whatsApp, message) };
  if (!demo || !mailboxDir) return null;
  return {
    send: ({ to, text }) =>
      saveToMailbox(mailboxDir, { to: `+${to}`, subject: 'WhatsApp', text, html: '' }, random),
  };
}

/** @see https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates */
async function post(account: WhatsAppAccount, { to, template, parameters }: WhatsAppMessage): Promise<void> {
  const values = parameters.map((text) => ({ type: 'text', text: onOneLine(text) }));
  const components: object[] = [{ type: 'body', parameters: values }];
  // A template for codes has a button that copies the code, and takes it once more for that.
  if (template === 'codigo')
    components.push({ type: 'button', sub_type: 'url', index: '0', parameters: values.slice(0, 1) });
  const answer = await fetch(`${account.url}/${account.phoneNumberId}/messages`, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.accessToken}` },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      type: 'template',
      template: { name: template, language: { code: 'pt_BR' }, components },
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (answer.ok) return;
  const told = `WhatsApp answered ${answer.status}`;
  throw answer.status >= 500 || TRY_AGAIN.has(answer.status) ? new Error(told) : new WhatsAppRejection(told);
}

/** The service takes no line breaks, tabs or long gaps in a place of a template. */
function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
