/** Settings of the mail provider's webhooks and of WhatsApp. */
import { z } from 'zod';
import { ConfigError, MIN_SECRET_CHARACTERS, type SettingsReader } from './settings-reader.ts';

export interface WhatsAppAccount {
  /** Base URL of the API with its version, no trailing slash. */
  url: string;
  accessToken: string;
  /** Id of the shop's number, not the number itself. */
  phoneNumberId: string;
}

/** Leaves room for the token: mail servers take 64 characters before the at sign. */
const replyAddress = z.email().regex(/^[^+@]{1,37}@/);

/** Messages that people send to the shop's number. */
export interface WhatsAppWebhook {
  /** Sign the deliveries; several during a rotation. */
  appSecrets: string[];
  /** Typed at Meta when the webhook is set up. */
  verifyToken: string;
}

const WHATSAPP_API = 'https://graph.facebook.com/v23.0';

/** Address for replies to ticket mails, and secrets of the inbound webhook. */
export interface MailReplies {
  /** The token of the ticket is added after a plus sign. */
  address: string;
  secrets: string[];
}

/** In the demonstration no mail leaves the machine, so `npm run demo:reply` signs with a public constant. */
export const DEMO_REPLIES: MailReplies = {
  address: 'suporte@maredasorte.example',
  secrets: ['segredo-da-demonstracao'],
};

export function readMailEventSecrets(read: SettingsReader): string[] {
  return readWebhookSecrets(read, 'MAIL_EVENT_SECRETS');
}

export function readMailReplies(read: SettingsReader, demo: boolean): MailReplies | null {
  const address = read.value('MAIL_REPLY_ADDRESS', replyAddress, 'deve ser um e-mail sem sinal de mais');
  const secrets = readWebhookSecrets(read, 'MAIL_INBOUND_SECRETS');
  if (!address && secrets.length === 0) return demo ? DEMO_REPLIES : null;
  if (!address || secrets.length === 0)
    throw new ConfigError(
      'MAIL_REPLY_ADDRESS e MAIL_INBOUND_SECRETS só valem juntos: defina os dois ou nenhum.',
    );
  return { address, secrets };
}

function readWebhookSecrets(read: SettingsReader, name: string): string[] {
  const secrets = read.secrets(name);
  if (secrets.some((secret) => secret.length < MIN_SECRET_CHARACTERS))
    throw new ConfigError(`Cada segredo de ${name} deve ter ao menos ${MIN_SECRET_CHARACTERS} caracteres.`);
  return secrets;
}

export function readWhatsAppAccount(read: SettingsReader): WhatsAppAccount | null {
  const url = read.url('WHATSAPP_API_URL') ?? WHATSAPP_API;
  const accessToken = read.text('WHATSAPP_ACCESS_TOKEN');
  const phoneNumberId = read.text('WHATSAPP_PHONE_NUMBER_ID');
  if (!accessToken && !phoneNumberId) return null;
  if (!accessToken || !phoneNumberId)
    throw new ConfigError(
      'WHATSAPP_ACCESS_TOKEN e WHATSAPP_PHONE_NUMBER_ID só valem juntos: defina os dois ou nenhum.',
    );
  if (!/^\d{1,30}$/.test(phoneNumberId))
    throw new ConfigError('WHATSAPP_PHONE_NUMBER_ID deve ser o id do número, só com algarismos.');
  return { url, accessToken, phoneNumberId };
}

export function readWhatsAppWebhook(
  read: SettingsReader,
  account: WhatsAppAccount | null,
): WhatsAppWebhook | null {
  const appSecrets = readWebhookSecrets(read, 'WHATSAPP_APP_SECRETS');
  const verifyToken = read.text('WHATSAPP_VERIFY_TOKEN');
  if (appSecrets.length === 0 && !verifyToken) return null;
  if (appSecrets.length === 0 || !verifyToken || !account)
    throw new ConfigError(
      'WHATSAPP_APP_SECRETS e WHATSAPP_VERIFY_TOKEN só valem juntos, e com WHATSAPP_ACCESS_TOKEN.',
    );
  if (verifyToken.length < MIN_SECRET_CHARACTERS)
    throw new ConfigError(`WHATSAPP_VERIFY_TOKEN deve ter ao menos ${MIN_SECRET_CHARACTERS} caracteres.`);
  return { appSecrets, verifyToken };
}
