/** Settings of an account with the API Pix of the Central Bank, which every Brazilian bank offers. */
import { readFileSync } from 'node:fs';
import { ConfigError, MIN_SECRET_CHARACTERS, type SettingsReader } from './settings-reader.ts';

export interface PixApiConfig {
  /** Base URL of the API with its version, no trailing slash. */
  apiUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** PEM, of the client certificate that the bank issued, and its key. */
  certificate: string;
  key: string;
  /** PEM of the bank's own authority; null for the public ones. */
  authority: string | null;
  /** Pix key that receives the money. */
  receiver: string;
  /** Secret part of the webhook's URL. */
  webhookSecret: string;
}

const NAMES = [
  'PIX_API_URL',
  'PIX_TOKEN_URL',
  'PIX_CLIENT_ID',
  'PIX_CLIENT_SECRET',
  'PIX_CERTIFICATE_FILE',
  'PIX_PRIVATE_KEY_FILE',
  'PIX_RECEIVER_KEY',
  'PIX_WEBHOOK_SECRET',
] as const;

/**
 * @returns null if none of the settings is given
 * @throws ConfigError for a partial or unreadable account
 */
export function readPixApi(read: SettingsReader): PixApiConfig | null {
  const setNames = NAMES.filter((name) => read.text(name) !== undefined);
  if (setNames.length === 0) return null;
  const missing = NAMES.filter((name) => !setNames.includes(name));
  if (missing.length > 0) throw new ConfigError(`Faltam ${missing.join(', ')}: a API Pix precisa de todos.`);
  const text = (name: (typeof NAMES)[number]) => read.text(name)!;
  const apiUrl = httpsUrl(read, 'PIX_API_URL');
  const tokenUrl = httpsUrl(read, 'PIX_TOKEN_URL');
  const webhookSecret = text('PIX_WEBHOOK_SECRET');
  if (!/^[A-Za-z0-9_-]+$/.test(webhookSecret) || webhookSecret.length < MIN_SECRET_CHARACTERS)
    throw new ConfigError(
      `PIX_WEBHOOK_SECRET deve ter ao menos ${MIN_SECRET_CHARACTERS} letras, números, - ou _: ele faz parte de um endereço.`,
    );
  const authority = read.text('PIX_AUTHORITY_FILE');
  return {
    apiUrl,
    tokenUrl,
    clientId: text('PIX_CLIENT_ID'),
    clientSecret: text('PIX_CLIENT_SECRET'),
    certificate: fileOf('PIX_CERTIFICATE_FILE', text('PIX_CERTIFICATE_FILE')),
    key: fileOf('PIX_PRIVATE_KEY_FILE', text('PIX_PRIVATE_KEY_FILE')),
    authority: authority === undefined ? null : fileOf('PIX_AUTHORITY_FILE', authority),
    receiver: text('PIX_RECEIVER_KEY'),
    webhookSecret,
  };
}

function httpsUrl(read: SettingsReader, name: string): string {
  const url = read.url(name)!;
  if (!url.startsWith('https:')) throw new ConfigError(`${name} deve começar com https://.`);
  return url;
}

function fileOf(name: string, path: string): string {
  let pem: string;
  try {
    pem = readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`${name}: o arquivo ${path} não pôde ser lido.`);
  }
  if (!pem.includes('-----BEGIN ')) throw new ConfigError(`${name}: o arquivo ${path} não está em PEM.`);
  return pem;
}
