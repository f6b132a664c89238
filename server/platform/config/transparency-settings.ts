/** Settings of the public log: witnesses and time-stamping authorities. */
import { readFileSync } from 'node:fs';
import { parsePolicy } from '@mare/domain/transparency/witness/policy.ts';
import { parseCertificates } from '@mare/domain/transparency/timestamps/certificates.ts';
import { ConfigError, httpUrl, type SettingsReader } from './settings-reader.ts';

/** Their roots are in domain/transparency/timestamps/public-authorities.ts. Tokens are signed: http is enough. */
const TIMESTAMP_AUTHORITIES = [
  'http://timestamp.digicert.com',
  'http://timestamp.globalsign.com/tsa/r6advanced1',
];

/** A public calendar of OpenTimestamps. */
const TIMESTAMP_CALENDAR = 'https://a.pool.opentimestamps.org';

/** Path of the demonstration's own timestamp authority. */
export const DEMO_AUTHORITY_PATH = '/carimbo-da-demonstracao';

/** A trust policy without logs: the shop adds its own. */
export function readWitnesses(read: SettingsReader): string | null {
  const file = read.text('LOG_WITNESSES_FILE');
  if (file === undefined) return null;
  try {
    const text = readFileSync(file, 'utf8');
    const { logs, witnesses } = parsePolicy(text);
    if (logs.length > 0) throw new Error('a loja mesma acrescenta o seu registro');
    if (witnesses.some(({ url }) => !httpUrl.safeParse(url).success))
      throw new Error('cada testemunha precisa de um endereço');
    return text;
  } catch (error) {
    throw new ConfigError(`LOG_WITNESSES_FILE não pode ser usado: ${(error as Error).message}.`);
  }
}

/** The demonstration uses no calendar by default. */
export function readTimestampCalendar(read: SettingsReader, demo: boolean): string | null {
  if (read.text('TIMESTAMP_CALENDAR_URL') === 'off') return null;
  return read.url('TIMESTAMP_CALENDAR_URL') ?? (demo ? null : TIMESTAMP_CALENDAR);
}

/** @param demoUrl URL of the demonstration, which has its own authority; null outside demo */
export function readTimestampUrls(read: SettingsReader, demoUrl: string | null): string[] {
  if (read.text('TIMESTAMP_URLS') === 'off') return [];
  const urls = read.urls('TIMESTAMP_URLS');
  if (urls) return urls;
  return demoUrl === null ? TIMESTAMP_AUTHORITIES : [demoUrl + DEMO_AUTHORITY_PATH];
}

export function readTimestampCertificates(read: SettingsReader): string | null {
  const file = read.text('TIMESTAMP_CERTIFICATES_FILE');
  if (file === undefined) return null;
  try {
    const text = readFileSync(file, 'utf8');
    if (!parseCertificates(text)) throw new Error('não há certificados em PEM');
    return text;
  } catch (error) {
    throw new ConfigError(`TIMESTAMP_CERTIFICATES_FILE não pode ser usado: ${(error as Error).message}.`);
  }
}
