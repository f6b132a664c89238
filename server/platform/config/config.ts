/** Configuration from environment variables, read once. Invalid settings stop the start. */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  DEFAULT_LOTTERY_HOURS,
  type LotteryHours,
  readLotteryHours,
} from '@mare/domain/draws/lottery/lottery-hours.ts';
import {
  type MailReplies,
  readMailEventSecrets,
  readMailReplies,
  readWhatsAppAccount,
  readWhatsAppWebhook,
  type WhatsAppAccount,
  type WhatsAppWebhook,
} from './message-settings.ts';
import {
  type DefaultProvider,
  type MercadoPagoConfig,
  readDefaultProvider,
  readMercadoPago,
} from './payment-settings.ts';
import { type PixApiConfig, readPixApi } from './pix-api-config.ts';
import {
  ConfigError,
  createSettingsReader,
  MIN_SECRET_CHARACTERS,
  type SettingsReader,
} from './settings-reader.ts';
import {
  readTimestampCalendar,
  readTimestampCertificates,
  readTimestampUrls,
  readWitnesses,
} from './transparency-settings.ts';

export type Role = 'web' | 'worker' | 'all';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

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
  mercadoPago: MercadoPagoConfig | null;
  pixApi: PixApiConfig | null;
  /** Provider of new charges; the others serve existing ones. Ignored in demo. */
  defaultProvider: DefaultProvider;
  smtpUrl: string | null;
  /** WhatsApp Cloud API account; null disables WhatsApp outside demo. */
  whatsApp: WhatsAppAccount | null;
  /** Null: messages that people send to the shop's number do not arrive in their tickets. */
  whatsAppWebhook: WhatsAppWebhook | null;
  mailFrom: string;
  /** In lower case: becomes the first admin of a shop without one; null disables this. */
  adminEmail: string | null;
  /** Keys of the hashes of CPFs and phones, newest first, before that of AUTH_SECRET. */
  personKeys: string[];
  /** Charge-back window in days. Commissions are on hold as long, and at least for the withdrawal period. */
  chargebackDays: number;
  /** Secrets of the mail provider's webhooks for bounces and complaints; empty disables them. */
  mailEventSecrets: string[];
  /** Replies to mails of tickets; null: they do not arrive in the ticket. */
  mailReplies: MailReplies | null;
  mailboxDir: string | null;
  role: Role;
  /** Loteria Federal results API, without the extraction number; null: results are typed by admins. */
  lotteryResultsUrl: string | null;
  /** Mirrors of the results, for comparison; see draws/archive. */
  lotteryMirrorUrls: string[];
  /** Hours of extractions, unless a source has them. */
  lotteryHours: LotteryHours;
  /** OpenTimestamps calendar for draw seals; null disables timestamps. */
  timestampCalendarUrl: string | null;
  /** Private key of the public log, outside the database; null: the log is written and not signed. */
  logKeyFile: string | null;
  /** Witnesses of the public log and their quorum, as text of a trust policy; null: no witness. */
  logWitnesses: string | null;
  /** Time-stamping authorities (RFC 3161) for the public log, in order of preference; empty disables them. */
  timestampUrls: string[];
  /** PEM of the authorities' roots, in addition to the built-in public ones. */
  timestampCertificates: string | null;
  /** Relays of the public randomness beacon of cotas premiadas, in order of preference. */
  beaconUrls: string[];
  /** Number of trusted proxies in X-Forwarded-For; 0 uses the IP address of the socket. */
  trustedProxyHops: number;
  /** Time to keep accepting requests after SIGTERM, while load balancers notice. */
  shutdownDelaySeconds: number;
  /** Bearer token of the Prometheus collector; null: /metrics is open to admins only. */
  metricsToken: string | null;
  /** Port on which a worker process serves /healthz, /readyz and /metrics; null: it serves nothing. */
  metricsPort: number | null;
  logLevel: LogLevel;
  /** OTLP/HTTP endpoint for traces, without the path; null disables tracing. */
  tracesUrl: string | null;
}

const LOTTERY_RESULTS = 'https://servicebus2.caixa.gov.br/portaldeloterias/api/federal';

const LOTTERY_MIRROR = 'https://loteriascaixa-api.herokuapp.com/api/federal';

/** Relays of drand; its signature proves the response. */
const BEACON_RELAYS = ['https://api.drand.sh', 'https://api2.drand.sh', 'https://drand.cloudflare.com'];

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
const smtpUrl = z.url({ protocol: /^smtps?$/ });

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = createSettingsReader(env);
  const port = read.value('PORT', portNumber, 'deve ser um número de porta de 1 a 65535') ?? 3000;
  const databaseUrl = read.database('DATABASE_URL');
  const demo = read.value('DEMO', z.stringbool(), 'deve ser 1 ou 0') ?? databaseUrl === null;
  const publicUrl = readPublicUrl(read, demo) ?? `http://localhost:${port}`;
  const pixApi = readPixApi(read);
  const mercadoPago = readMercadoPago(read, demo, pixApi !== null);
  const whatsApp = readWhatsAppAccount(read);
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
    whatsApp,
    whatsAppWebhook: readWhatsAppWebhook(read, whatsApp),
    mailFrom: read.text('MAIL_FROM') ?? 'Maré da Sorte <nao-responda@maredasorte.example>',
    adminEmail: read.value('ADMIN_EMAIL', z.email(), 'deve ser um endereço de e-mail')?.toLowerCase() ?? null,
    personKeys: readPersonKeys(read),
    chargebackDays: read.value('CHARGEBACK_DAYS', days, 'deve ser um número de dias de 0 a 365') ?? 0,
    mailEventSecrets: readMailEventSecrets(read),
    mailReplies: readMailReplies(read, demo),
    mailboxDir: mailboxDir && resolve(mailboxDir),
    role: read.value('ROLE', z.enum(['web', 'worker', 'all']), 'deve ser web, worker ou all') ?? 'all',
    lotteryResultsUrl: read.url('LOTTERY_RESULTS_URL') ?? (demo ? null : LOTTERY_RESULTS),
    lotteryMirrorUrls: read.urls('LOTTERY_MIRROR_URLS') ?? (demo ? [] : [LOTTERY_MIRROR]),
    lotteryHours:
      read.value('LOTTERY_HOURS', hours, 'deve ser como "19:00 dom=11:00"') ?? DEFAULT_LOTTERY_HOURS,
    timestampCalendarUrl: readTimestampCalendar(read, demo),
    logKeyFile: read.text('LOG_KEY_FILE') ?? (demo ? join(dataDir, 'log-key') : null),
    logWitnesses: readWitnesses(read),
    timestampUrls: readTimestampUrls(read, demo ? publicUrl : null),
    timestampCertificates: readTimestampCertificates(read),
    beaconUrls: read.urls('BEACON_URLS') ?? BEACON_RELAYS,
    trustedProxyHops: read.value('TRUSTED_PROXY_HOPS', hops, 'deve ser um número de 0 a 10') ?? 0,
    metricsToken: readMetricsToken(read),
    metricsPort: read.value('METRICS_PORT', portNumber, 'deve ser um número de porta de 1 a 65535') ?? null,
    logLevel:
      read.value('LOG_LEVEL', z.enum(LOG_LEVELS), `deve ser ${LOG_LEVELS.slice(1, -1).join(', ')}`) ?? 'info',
    tracesUrl: read.url('OTEL_EXPORTER_OTLP_ENDPOINT'),
    shutdownDelaySeconds: read.value('SHUTDOWN_DELAY_SECONDS', delay, 'deve ser um número de 0 a 300') ?? 0,
  };
}

/** Outside demo, http would send passwords and sessions unencrypted. */
function readPublicUrl(read: SettingsReader, demo: boolean): string | null {
  const url = read.url('PUBLIC_URL');
  if (!demo && url?.startsWith('http:') && !isThisMachine(new URL(url).hostname))
    throw new ConfigError(
      'PUBLIC_URL deve começar com https:// fora do modo demonstração: por http, senhas e acessos passam abertos.',
    );
  return url;
}

function isThisMachine(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.[\d.]+$/.test(host)
  );
}

function readMetricsToken(read: SettingsReader): string | null {
  const token = read.text('METRICS_TOKEN') ?? null;
  if (token !== null && token.length < MIN_SECRET_CHARACTERS)
    throw new ConfigError(`METRICS_TOKEN deve ter ao menos ${MIN_SECRET_CHARACTERS} caracteres.`);
  return token;
}

/** @throws ConfigError */
export function readPersonKeys(read: Pick<SettingsReader, 'secrets'>): string[] {
  const keys = read.secrets('PERSON_KEYS');
  if (keys.some((key) => key.length < MIN_KEY_CHARACTERS))
    throw new ConfigError(`Cada chave de PERSON_KEYS deve ter ao menos ${MIN_KEY_CHARACTERS} caracteres.`);
  return keys;
}
