/** Sends WhatsApp messages through the Cloud API; in demo, writes them to the mailbox folder. */
import type { Random } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { WhatsAppAccount } from '../config/message-settings.ts';
import { saveToMailbox } from './mailer.ts';

/** Names of the approved templates. */
export type WhatsAppTemplate =
  | 'codigo'
  | 'pagamento_confirmado'
  | 'sorteio_amanha'
  | 'vendas_abertas'
  | 'voce_ganhou'
  | 'premio_corrigido';

export interface WhatsAppMessage {
  /** E.164 without the plus sign. */
  to: string;
  /** Null: free text, which the service accepts for 24 hours after the person's last message. */
  template: WhatsAppTemplate | null;
  /** Template parameters, in order. */
  parameters: readonly string[];
  /** The full text. */
  text: string;
}

export interface WhatsAppSender {
  /**
   * @throws {WhatsAppRejection} on permanent failure
   * @throws other errors on transient failure
   */
  send(message: WhatsAppMessage): Promise<void>;
}

/** Permanent failure, e.g. a number without WhatsApp. */
export class WhatsAppRejection extends Error {}

const TIMEOUT_MS = 10_000;
/** Errors of the account or the rate, not of the message: retried. */
const RETRYABLE = new Set([401, 403, 408, 429]);

/** @returns null without an account outside demo */
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

async function post(account: WhatsAppAccount, message: WhatsAppMessage): Promise<void> {
  const response = await fetch(`${account.url}/${account.phoneNumberId}/messages`, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.accessToken}` },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: message.to,
      ...contentOf(message),
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (response.ok) return;
  const reason = `WhatsApp answered ${response.status}`;
  throw response.status >= 500 || RETRYABLE.has(response.status)
    ? new Error(reason)
    : new WhatsAppRejection(reason);
}

/** @see https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates */
function contentOf({ template, parameters, text }: WhatsAppMessage): object {
  if (template === null) return { type: 'text', text: { body: text, preview_url: false } };
  const values = parameters.map((each) => ({ type: 'text', text: onOneLine(each) }));
  const components: object[] = [{ type: 'body', parameters: values }];
  // Templates for codes have a copy button, which takes the code as a parameter too.
  if (template === 'codigo')
    components.push({ type: 'button', sub_type: 'url', index: '0', parameters: values.slice(0, 1) });
  return { type: 'template', template: { name: template, language: { code: 'pt_BR' }, components } };
}

/** Template parameters must not contain line breaks, tabs or runs of spaces. */
function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
