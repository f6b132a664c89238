/** Sends SMS through the configured gateway; in demo, writes them to the mailbox folder. */
import { saveToMailbox } from '../../platform/messages/mailer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SendMessage } from '../../mail/outbox/send-messages.ts';
import type { AuthSettings } from '../auth-settings.ts';

export interface SmsSender {
  /** @param to E.164 without the plus sign. @throws if the gateway did not accept the message */
  send(to: string, text: string): Promise<void>;
}

const TIMEOUT_MILLISECONDS = 10_000;

/** @param sender null without a gateway: nothing is sent */
export function createSmsChannel(sender: SmsSender | null): SendMessage<'sms'> {
  return async ({ to, text }) => {
    if (!sender) return 'skipped';
    await sender.send(to, text);
    return 'sent';
  };
}

/** @returns null without a gateway outside demo */
export function smsSenderOf(settings: AuthSettings, { config, random }: Platform): SmsSender | null {
  const { smsGateway } = settings;
  if (smsGateway) return { send: (to, text) => sendThrough(smsGateway, to, text) };
  const folder = config.demo ? config.mailboxDir : null;
  if (!folder) return null;
  return {
    send: (to, text) => saveToMailbox(folder, { to: `+${to}`, subject: 'SMS', text, html: '' }, random),
  };
}

async function sendThrough(gateway: { url: string; token: string }, to: string, text: string): Promise<void> {
  const response = await fetch(gateway.url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.token}` },
    body: JSON.stringify({ to: `+${to}`, text }),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
}
