/** What the use cases of the auth service lean on, beside the platform. */
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../platform/platform.ts';
import type { AuthSettings } from './auth-settings.ts';
import { smsSenderOf, type SmsSender } from './factors/sms.ts';
import { openVault, type Vault } from '../platform/vault.ts';

export interface Auth extends Platform {
  settings: AuthSettings;
  vault: Vault;
  /** Null: no text messages, hence no phone factors. */
  sms: SmsSender | null;
}

/** A connection, or the caller's transaction. */
export type Executor = Kysely<DB> | Transaction<DB>;

/** Where a request comes from, as far as can be trusted. */
export interface Client {
  /** Null when unknown (a request without a socket). */
  address: string | null;
  userAgent: string | null;
}

export function openAuth(
  platform: Platform,
  settings: AuthSettings,
  sms: SmsSender | null = smsSenderOf(settings, platform),
): Auth {
  return { ...platform, settings, sms, vault: openVault(settings.secret, platform.random) };
}
