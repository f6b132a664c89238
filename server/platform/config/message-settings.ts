/** Settings of the mail provider's webhooks and of WhatsApp. */
import { ConfigError, MIN_SECRET_CHARACTERS, type SettingsReader } from './settings-reader.ts';

export interface WhatsAppAccount {
  /** Base URL of the API with its version, no trailing slash. */
  url: string;
  accessToken: string;
  /** Id of the shop's number, not the number itself. */
  phoneNumberId: string;
}

const WHATSAPP_API = 'https://graph.facebook.com/v23.0';

export function readMailEventSecrets(read: SettingsReader): string[] {
  const secrets = read.secrets('MAIL_EVENT_SECRETS');
  if (secrets.some((secret) => secret.length < MIN_SECRET_CHARACTERS))
    throw new ConfigError(
      `Cada segredo de MAIL_EVENT_SECRETS deve ter ao menos ${MIN_SECRET_CHARACTERS} caracteres.`,
    );
  return secrets;
}

export function readWhatsAppAccount(read: SettingsReader): WhatsAppAccount | null {
  const url = read.address('WHATSAPP_API_URL') ?? WHATSAPP_API;
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
