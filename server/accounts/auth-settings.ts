/** Environment variables of the auth service. */
import type { Config } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/settings-reader.ts';
import { readSecrets } from '../platform/config/read-secret.ts';

/** An OpenID Connect provider for sign-in. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface AuthSettings {
  /** URL of the service, ending in /auth/v1; also the issuer of its tokens. */
  externalUrl: string;
  /** Default redirect target of e-mail links. */
  siteUrl: string;
  /** Further redirect targets; `*` matches anything without a dot or a slash. */
  redirectAllowList: string[];
  /** In demo, any port of this machine is allowed too. */
  allowLoopbackRedirects: boolean;
  /** See `readSecrets`. */
  secrets: [string, ...string[]];
  /** False disables sign-ups. */
  signUpOpen: boolean;
  /** Confirms sign-ups without an e-mail. */
  autoconfirm: boolean;
  accessTokenSeconds: number;
  /** Sessions expire after this time without a refresh. */
  inactivitySeconds: number;
  /** Absolute lifetime of sessions; 0 means unlimited. */
  timeBoxSeconds: number;
  /** Older refresh tokens are accepted for this long after a refresh. */
  reuseSeconds: number;
  /** Multiplies only the rate limits per IP address. */
  ipLimitFactor: number;
  /** By name, e.g. `google`. */
  providers: Map<string, ProviderSettings>;
  /** SMS gateway; without one, SMS is off outside demo. */
  smsGateway: { url: string; token: string } | null;
  /** Allowed calling codes for SMS, without the plus sign. */
  smsCountries: string[];
  /** Limit on all SMS of second factors in 24 hours: each costs money. */
  smsPerDay: number;
  /** Daily limit for 'Meus números', which anyone may request. */
  lookupSmsPerDay: number;
  /** Daily limit for the confirmation of buyers' phones. */
  confirmSmsPerDay: number;
  captcha: CaptchaSettings | null;
}

export interface CaptchaSettings {
  provider: 'hcaptcha' | 'turnstile';
  secret: string;
  verifyUrl: string;
  /** Null: clients bring their own tokens, and the pages show no widget. */
  widget: { siteKey: string; scriptUrl: string } | null;
}

/** Seconds. */
const DAY = 24 * 3600;
/** The client refreshes a token 90 seconds before it expires. */
const TOKEN_LIFE_MIN_SECONDS = 121;

/** @throws ConfigError with a message for the operator */
export function readAuthSettings(env: NodeJS.ProcessEnv, config: Config): AuthSettings {
  return {
    externalUrl: `${config.publicUrl}/auth/v1`,
    siteUrl: config.publicUrl,
    redirectAllowList: readList(env, 'AUTH_REDIRECT_ALLOW_LIST'),
    allowLoopbackRedirects: config.demo,
    secrets: readSecrets(env, config),
    signUpOpen: readSwitch(env, 'AUTH_SIGNUP', true),
    autoconfirm: readSwitch(env, 'AUTH_AUTOCONFIRM', config.demo),
    accessTokenSeconds: readTokenLife(env),
    inactivitySeconds: readNumber(env, 'AUTH_INACTIVITY_S', 30 * DAY),
    timeBoxSeconds: readNumber(env, 'AUTH_TIME_BOX_S', 0),
    reuseSeconds: readNumber(env, 'AUTH_REUSE_INTERVAL_S', 10),
    ipLimitFactor: readNumber(env, 'AUTH_ADDRESS_LIMIT_FACTOR', 1),
    providers: readProviders(env),
    smsGateway: readSmsGateway(env),
    smsCountries: readList(env, 'AUTH_SMS_COUNTRIES', ['55']),
    smsPerDay: readNumber(env, 'AUTH_SMS_A_DAY', 2000),
    lookupSmsPerDay: readNumber(env, 'AUTH_LOOKUP_SMS_A_DAY', 500),
    confirmSmsPerDay: readNumber(env, 'AUTH_CONFIRM_SMS_A_DAY', 1000),
    captcha: readCaptcha(env),
  };
}

function readTokenLife(env: NodeJS.ProcessEnv): number {
  const seconds = readNumber(env, 'AUTH_TOKEN_LIFE_S', 3600);
  if (seconds >= TOKEN_LIFE_MIN_SECONDS) return seconds;
  throw new ConfigError('AUTH_TOKEN_LIFE_S deve ser maior que 120 segundos.');
}

const KNOWN_ISSUERS: Record<string, string> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
};

/** Each AUTH_<NAME>_CLIENT_ID enables a provider. */
function readProviders(env: NodeJS.ProcessEnv): Map<string, ProviderSettings> {
  const providers = new Map<string, ProviderSettings>();
  for (const [variable, clientId] of Object.entries(env)) {
    const prefix = /^(AUTH_[A-Z0-9]+)_CLIENT_ID$/.exec(variable)?.[1];
    if (!prefix || !clientId?.trim()) continue;
    const name = prefix.slice('AUTH_'.length).toLowerCase();
    const clientSecret = env[`${prefix}_CLIENT_SECRET`]?.trim();
    const issuer = env[`${prefix}_ISSUER`]?.trim() || KNOWN_ISSUERS[name];
    if (!clientSecret) throw new ConfigError(`Falta ${prefix}_CLIENT_SECRET para entrar com ${name}.`);
    if (!issuer || !URL.canParse(issuer))
      throw new ConfigError(`${prefix}_ISSUER deve ser o endereço do provedor ${name}.`);
    providers.set(name, { issuer, clientId: clientId.trim(), clientSecret });
  }
  return providers;
}

function readSmsGateway(env: NodeJS.ProcessEnv): AuthSettings['smsGateway'] {
  const url = env.AUTH_SMS_URL?.trim();
  if (!url) return null;
  const token = env.AUTH_SMS_TOKEN?.trim();
  if (!URL.canParse(url) || !token)
    throw new ConfigError(
      'AUTH_SMS_URL deve ser um endereço http ou https, e AUTH_SMS_TOKEN é obrigatório com ele.',
    );
  return { url, token };
}

/** Defaults for hCaptcha; other providers require these settings. */
const HCAPTCHA = {
  AUTH_CAPTCHA_VERIFY_URL: 'https://api.hcaptcha.com/siteverify',
  AUTH_CAPTCHA_SCRIPT_URL: 'https://js.hcaptcha.com/1/api.js',
};

/** The Content-Security-Policy reads it too, to allow the widget. @throws ConfigError */
export function readCaptcha(env: NodeJS.ProcessEnv): AuthSettings['captcha'] {
  const secret = env.AUTH_CAPTCHA_SECRET?.trim();
  if (!secret) return null;
  const provider = env.AUTH_CAPTCHA_PROVIDER?.trim() || 'hcaptcha';
  if (provider !== 'hcaptcha' && provider !== 'turnstile')
    throw new ConfigError(`AUTH_CAPTCHA_PROVIDER deve ser hcaptcha ou turnstile (recebido: "${provider}").`);
  const url = (name: keyof typeof HCAPTCHA) => {
    const value = env[name]?.trim() || (provider === 'hcaptcha' ? HCAPTCHA[name] : '');
    if (!URL.canParse(value)) throw new ConfigError(`${name} deve ser um endereço http ou https.`);
    return value;
  };
  const siteKey = env.AUTH_CAPTCHA_SITE_KEY?.trim();
  const widget = siteKey ? { siteKey, scriptUrl: url('AUTH_CAPTCHA_SCRIPT_URL') } : null;
  return { provider, secret, verifyUrl: url('AUTH_CAPTCHA_VERIFY_URL'), widget };
}

function readList(env: NodeJS.ProcessEnv, name: string, fallback: string[] = []): string[] {
  const entries = (env[name] ?? '').split(',').map((entry) => entry.trim());
  const values = entries.filter(Boolean);
  return values.length > 0 ? values : fallback;
}

function readSwitch(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const value = env[name]?.trim();
  if (!value) return fallback;
  if (value !== 'on' && value !== 'off')
    throw new ConfigError(`${name} deve ser on ou off (recebido: "${value}").`);
  return value === 'on';
}

function readNumber(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = env[name]?.trim();
  if (!value) return fallback;
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0)
    throw new ConfigError(`${name} deve ser um número a partir de 0 (recebido: "${value}").`);
  return number;
}
