/** Configuration from environment variables, read once. Invalid settings stop the start. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type PixApiConfig, readPixApi } from './pix-api-config.ts';
import {
  DEFAULT_LOTTERY_HOURS,
  type LotteryHours,
  readLotteryHours,
} from '@mare/domain/draws/lottery/lottery-hours.ts';
import { parseCertificates } from '@mare/domain/transparency/timestamps/certificates.ts';
import { parsePolicy } from '@mare/domain/transparency/policy.ts';

export type Role = 'web' | 'worker' | 'all';

export interface Config {
  port: number;
  host: string;
  /** Base URL for links; no trailing slash. */
  publicUrl: string;
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** Owner of the schema, for `--migrate`; null: DATABASE_URL migrates too. */
  databaseOwnerUrl: string | null;
  /** Direct connection that bypasses a pooler, for LISTEN, locks and migrations. */
  databaseDirectUrl: string | null;
  databaseReplicaUrl: string | null;
  dataDir: string;
  demo: boolean;
  mercadoPago: { accessToken: string; webhookSecrets: string[] } | null;
  pixApi: PixApiConfig | null;
  /** Takes new charges; the others serve those that exist. Ignored in demo. */
  defaultProvider: 'mercadopago' | 'pix';
  smtpUrl: string | null;
  /** WhatsApp Cloud API account; null disables WhatsApp outside demo. */
  whatsApp: WhatsAppAccount | null;
  mailFrom: string;
  /** In lower case: becomes the first admin of a shop without one; null disables this. */
  adminEmail: string | null;
  /** Keys of the hashes of CPFs and phones, newest first; empty: derived from AUTH_SECRET. */
  personKeys: string[];
  /** Days in which a buyer may charge a payment back: commissions wait as long, and at least for the withdrawal. */
  chargebackDays: number;
  /** Secrets of the mail provider's webhooks for bounces and complaints; empty disables them. */
  mailEventSecrets: string[];
  mailboxDir: string | null;
  role: Role;
  /** Loteria Federal results API, without the extraction number; null: results are typed by admins. */
  lotteryResultsUrl: string | null;
  /** Mirrors of the results, for comparison; see draws/archive. */
  lotteryMirrorUrls: string[];
  /** Hours of extractions, used where no source says one. */
  lotteryHours: LotteryHours;
  /** OpenTimestamps calendar for draw seals; null disables timestamps. */
  timestampCalendarUrl: string | null;
  /** Private key of the public log, outside the database; null: the log is written and not signed. */
  logKeyFile: string | null;
  /** Witnesses of the public log and their quorum, as text of a trust policy; null: no witness. */
  logWitnesses: string | null;
  /** Time-stamping authorities (RFC 3161) for the public log, in order of preference; empty disables them. */
  timestampUrls: string[];
  /** PEM of the authorities' roots, beside the public ones that are built in. */
  timestampCertificates: string | null;
  /** Number of trusted proxies in X-Forwarded-For; 0 uses the socket address. */
  trustedProxyHops: number;
  /** Time to keep accepting requests after SIGTERM, while load balancers notice. */
  shutdownDelaySeconds: number;
  /** Bearer token of the Prometheus collector; null: /metrics is open to admins only. */
  metricsToken: string | null;
  /** Port on which a worker process serves /healthz, /readyz and /metrics; null: it serves nothing. */
  metricsPort: number | null;
  /** OTLP/HTTP endpoint for traces, without the path; null disables tracing. */
  tracesUrl: string | null;
}

export interface WhatsAppAccount {
  /** Base URL of the API with its version, no trailing slash. */
  url: string;
  accessToken: string;
  /** Id of the shop's number, not the number itself. */
  phoneNumberId: string;
}

/** A missing, malformed or contradictory setting. The message is for the operator. */
export class ConfigError extends Error {}

const LOTTERY_RESULTS = 'https://servicebus2.caixa.gov.br/portaldeloterias/api/federal';

const LOTTERY_MIRROR = 'https://loteriascaixa-api.herokuapp.com/api/federal';

/** Their roots are in domain/transparency/timestamps/public-authorities.ts. Tokens are signed: http is enough. */
const TIMESTAMP_AUTHORITIES = [
  'http://timestamp.digicert.com',
  'http://timestamp.globalsign.com/tsa/r6advanced1',
];

/** Where the demonstration runs an authority of its own. */
export const DEMO_AUTHORITY_PATH = '/carimbo-da-demonstracao';

const WHATSAPP_API = 'https://graph.facebook.com/v23.0';

const MIN_SECRET_CHARACTERS = 20;

const MIN_KEY_CHARACTERS = 32;

const portNumber = z.coerce.number().int().min(1).max(65535);
const hops = z.coerce.number().int().min(0).max(10);
const days = z.coerce.number().int().min(0).max(365);
const delay = z.coerce.number().min(0).max(300);
const hours = z.string().transform((text, context) => {
  const read = readLotteryHours(text);
  if (!read) context.addIssue('malformed');
  return read ?? z.NEVER;
});
const httpUrl = z.url({ protocol: /^https?$/ });
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const smtpUrl = z.url({ protocol: /^smtps?$/ });

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = readerOf(env);
  const port = read.value('PORT', portNumber, 'deve ser um número de porta de 1 a 65535') ?? 3000;
  const databaseUrl = read.database('DATABASE_URL');
  const demo = read.value('DEMO', z.stringbool(), 'deve ser 1 ou 0') ?? databaseUrl === null;
  const publicUrl = readPublicUrl(read, demo) ?? `http://localhost:${port}`;
  const pixApi = readPixApi(read, (message) => new ConfigError(message));
  const mercadoPago = readMercadoPago(read, demo, pixApi !== null);
  const dataDir = resolve(read.text('DATA_DIR') ?? '.data');
  const mailboxDir = read.text('MAILBOX_DIR') ?? (demo ? join(dataDir, 'mailbox') : null);
  return {
    port,
    host: read.text('HOST') ?? '127.0.0.1',
    publicUrl,
    databaseUrl,
    databaseOwnerUrl: read.database('DATABASE_OWNER_URL'),
    databaseDirectUrl: read.database('DATABASE_DIRECT_URL'),
    databaseReplicaUrl: read.database('DATABASE_REPLICA_URL'),
    dataDir,
    demo,
    mercadoPago,
    pixApi,
    defaultProvider: readDefaultProvider(read, { mercadoPago, pixApi, demo }),
    smtpUrl: read.value('SMTP_URL', smtpUrl, 'deve ser um endereço smtp:// ou smtps://') ?? null,
    whatsApp: readWhatsAppAccount(read),
    mailFrom: read.text('MAIL_FROM') ?? 'Maré da Sorte <nao-responda@maredasorte.example>',
    adminEmail: read.value('ADMIN_EMAIL', z.email(), 'deve ser um endereço de e-mail')?.toLowerCase() ?? null,
    personKeys: readPersonKeys(read),
    chargebackDays: read.value('CHARGEBACK_DAYS', days, 'deve ser um número de dias de 0 a 365') ?? 0,
    mailEventSecrets: readMailEventSecrets(read),
    mailboxDir: mailboxDir && resolve(mailboxDir),
    role: read.value('ROLE', z.enum(['web', 'worker', 'all']), 'deve ser web, worker ou all') ?? 'all',
    lotteryResultsUrl: read.address('LOTTERY_RESULTS_URL') ?? (demo ? null : LOTTERY_RESULTS),
    lotteryMirrorUrls: read.addresses('LOTTERY_MIRROR_URLS') ?? (demo ? [] : [LOTTERY_MIRROR]),
    lotteryHours:
      read.value('LOTTERY_HOURS', hours, 'deve ser como "19:00 dom=11:00"') ?? DEFAULT_LOTTERY_HOURS,
    timestampCalendarUrl: read.address('TIMESTAMP_CALENDAR_URL'),
    logKeyFile: read.text('LOG_KEY_FILE') ?? (demo ? join(dataDir, 'log-key') : null),
    logWitnesses: readWitnesses(read),
    timestampUrls:
      readTimestampUrls(read) ?? (demo ? [publicUrl + DEMO_AUTHORITY_PATH] : TIMESTAMP_AUTHORITIES),
    timestampCertificates: readTimestampCertificates(read),
    trustedProxyHops: read.value('TRUSTED_PROXY_HOPS', hops, 'deve ser um número de 0 a 10') ?? 0,
    metricsToken: readMetricsToken(read),
    metricsPort: read.value('METRICS_PORT', portNumber, 'deve ser um número de porta de 1 a 65535') ?? null,
    tracesUrl: read.address('OTEL_EXPORTER_OTLP_ENDPOINT'),
    shutdownDelaySeconds: read.value('SHUTDOWN_DELAY_SECONDS', delay, 'deve ser um número de 0 a 300') ?? 0,
  };
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(env: NodeJS.ProcessEnv) {
  const text = (name: string) => env[name]?.trim() || undefined;
  const value = <T>(name: string, schema: z.ZodType<T>, rule: string): T | undefined => {
    const typed = text(name);
    if (typed === undefined) return undefined;
    const parsed = schema.safeParse(typed);
    if (!parsed.success) throw new ConfigError(`${name} ${rule} (recebido: "${typed}").`);
    return parsed.data;
  };
  return {
    text,
    value,
    /** Without a trailing slash. */
    address: (name: string) =>
      value(name, httpUrl, 'deve ser um endereço http ou https')?.replace(/\/+$/, '') ?? null,
    /** Comma-separated; null if unset. */
    addresses: (name: string) => {
      const typed = text(name);
      if (typed === undefined) return null;
      return typed.split(',').map((each) => {
        const parsed = httpUrl.safeParse(each.trim());
        if (!parsed.success)
          throw new ConfigError(`${name} deve ter endereços http ou https, separados por vírgulas.`);
        return parsed.data.replace(/\/+$/, '');
      });
    },
    database: (name: string) => value(name, postgresUrl, 'deve ser um endereço postgres://') ?? null,
    /** Comma-separated. */
    secrets: (name: string) =>
      (text(name) ?? '')
        .split(',')
        .map((secret) => secret.trim())
        .filter(Boolean),
  };
}

/** Required outside demo without another provider, and rejected in demo. */
function readMercadoPago(read: Reader, demo: boolean, hasOther: boolean): Config['mercadoPago'] {
  const accessToken = read.text('MERCADOPAGO_ACCESS_TOKEN');
  const webhookSecrets = read.secrets('MERCADOPAGO_WEBHOOK_SECRETS');
  if (demo && (accessToken || webhookSecrets.length > 0))
    throw new ConfigError(
      'DEMO não pode ser usado com credenciais reais de pagamento: remova DEMO ou MERCADOPAGO_*.',
    );
  if (demo || (hasOther && !accessToken && webhookSecrets.length === 0)) return null;
  if (!accessToken)
    throw new ConfigError('Falta MERCADOPAGO_ACCESS_TOKEN: fora do modo demonstração ele é obrigatório.');
  if (webhookSecrets.length === 0)
    throw new ConfigError('Falta MERCADOPAGO_WEBHOOK_SECRETS: fora do modo demonstração ele é obrigatório.');
  if (!read.text('PUBLIC_URL'))
    throw new ConfigError('Falta PUBLIC_URL: o provedor de pagamento precisa do endereço público do site.');
  return { accessToken, webhookSecrets };
}

function readDefaultProvider(
  read: Reader,
  { mercadoPago, pixApi, demo }: Pick<Config, 'mercadoPago' | 'pixApi' | 'demo'>,
): Config['defaultProvider'] {
  if (demo && pixApi)
    throw new ConfigError(
      'DEMO não pode ser usado com credenciais reais de pagamento: remova DEMO ou PIX_*.',
    );
  if (pixApi && !read.text('PUBLIC_URL'))
    throw new ConfigError('Falta PUBLIC_URL: o provedor de pagamento precisa do endereço público do site.');
  const chosen = read.value(
    'PAYMENT_PROVIDER',
    z.enum(['mercadopago', 'pix']),
    'deve ser mercadopago ou pix',
  );
  if (chosen === 'pix' && !pixApi)
    throw new ConfigError('PAYMENT_PROVIDER é pix, mas faltam as variáveis PIX_*.');
  if (chosen === 'mercadopago' && !mercadoPago && !demo)
    throw new ConfigError('PAYMENT_PROVIDER é mercadopago, mas falta MERCADOPAGO_ACCESS_TOKEN.');
  return chosen ?? (mercadoPago || demo ? 'mercadopago' : 'pix');
}

/** Outside demo, over http a password and a session would travel in the clear. */
function readPublicUrl(read: Reader, demo: boolean): string | null {
  const address = read.address('PUBLIC_URL');
  if (!demo && address?.startsWith('http:') && !isThisMachine(new URL(address).hostname))
    throw new ConfigError(
      'PUBLIC_URL deve começar com https:// fora do modo demonstração: por http, senhas e acessos passam abertos.',
    );
  return address;
}

function isThisMachine(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.[\d.]+$/.test(host)
  );
}

/** A trust policy without logs: the shop adds its own. */
function readWitnesses(read: Reader): string | null {
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

function readTimestampUrls(read: Reader): string[] | null {
  return read.text('TIMESTAMP_URLS') === 'off' ? [] : read.addresses('TIMESTAMP_URLS');
}

function readTimestampCertificates(read: Reader): string | null {
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

function readMetricsToken(read: Reader): string | null {
  const token = read.text('METRICS_TOKEN') ?? null;
  if (token !== null && token.length < MIN_SECRET_CHARACTERS)
    throw new ConfigError(`METRICS_TOKEN deve ter ao menos ${MIN_SECRET_CHARACTERS} caracteres.`);
  return token;
}

function readPersonKeys(read: Reader): string[] {
  const keys = read.secrets('PERSON_KEYS');
  if (keys.some((key) => key.length < MIN_KEY_CHARACTERS))
    throw new ConfigError(`Cada chave de PERSON_KEYS deve ter ao menos ${MIN_KEY_CHARACTERS} caracteres.`);
  return keys;
}

function readMailEventSecrets(read: Reader): string[] {
  const secrets = read.secrets('MAIL_EVENT_SECRETS');
  if (secrets.some((secret) => secret.length < MIN_SECRET_CHARACTERS))
    throw new ConfigError(
      `Cada segredo de MAIL_EVENT_SECRETS deve ter ao menos ${MIN_SECRET_CHARACTERS} caracteres.`,
    );
  return secrets;
}

function readWhatsAppAccount(read: Reader): WhatsAppAccount | null {
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
