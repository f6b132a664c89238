/** Dependencies of the auth service. */
import type { Kysely, Transaction } from 'kysely';
import type { Configuration } from 'openid-client';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../platform/platform.ts';
import type { AuthSettings } from './auth-settings.ts';
import { smsSenderOf, type SmsSender } from './factors/sms.ts';
import { memoizeAsync, type PromiseCache } from '../platform/caching/memoize-async.ts';
import { openVault, type Vault } from '../platform/vault.ts';

export interface Auth extends Platform {
  settings: AuthSettings;
  vault: Vault;
  /** Null disables SMS and phone factors. */
  sms: SmsSender | null;
  /** Decrypted signing keys, by kid. */
  privateKeys: PromiseCache<CryptoKey>;
  /** Discovered OpenID configurations, by provider. */
  providers: PromiseCache<Configuration>;
}

const CACHED = 50;

/** A connection, or the caller's transaction. */
export type Executor = Kysely<DB> | Transaction<DB>;

/** The trusted origin of a request. */
export interface Client {
  /** Null when unknown (a request without a socket). */
  ipAddress: string | null;
  userAgent: string | null;
}

export function openAuth(
  platform: Platform,
  settings: AuthSettings,
  sms: SmsSender | null = smsSenderOf(settings, platform),
): Auth {
  return {
    ...platform,
    settings,
    sms,
    vault: openVault(settings.secrets, platform.random),
    privateKeys: memoizeAsync(CACHED),
    providers: memoizeAsync(CACHED),
  };
}
