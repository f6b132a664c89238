/**
 * Sends the code that confirms a buyer's phone. Text messages cost money and may reach strangers, so they are limited by
 * account, phone and network, and in total by a budget separate from that of second factors.
 */
import { readContact } from '@mare/domain/accounts/contact.ts';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import { queueMessages } from '../../mail/outbox/queue-message.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Limit, spend } from '../../platform/database/rate-limits.ts';
import { drawCode } from '../../platform/documents/draw-code.ts';
import { networkOf } from '../../platform/network.ts';
import { readSite } from '../../settings/read-site.ts';
import type { Auth } from '../auth.ts';
import { phoneCodeHash } from './phone-code.ts';

const BRAZIL = '55';
export const RESEND_SECONDS = 60;
const DAY_SECONDS = 24 * 3600;

const CODES_IN_A_ROW: Limit = { name: 'phone-code', hits: 1, seconds: RESEND_SECONDS };
const CODES_OF_ACCOUNT: Limit = { name: 'phone-code-account', hits: 8, seconds: DAY_SECONDS };
export const CODES_OF_PHONE: Limit = { name: 'phone-code-phone', hits: 5, seconds: DAY_SECONDS };
/** Higher: many buyers of a mobile provider share one address. */
const CODES_OF_NETWORK: Limit = { name: 'phone-code-network', hits: 20, seconds: 900 };

export function limitOfAllCodes({ settings }: Pick<Auth, 'settings'>): Limit {
  return { name: 'phone-code-all', hits: settings.confirmSmsPerDay, seconds: DAY_SECONDS };
}

export type SendPhoneCodeResult =
  | { ok: true }
  /** The shop sends no text messages. */
  | { ok: false; code: 'NOT_FOUND' }
  | { ok: false; code: 'INVALID_PROFILE'; field: 'phone' }
  | { ok: false; code: 'TOO_MANY_REQUESTS'; retryAfterSeconds: number };

/** A new code replaces the previous one, even if that was sent to another phone. */
export async function sendPhoneCode(
  auth: Auth,
  { userId, ipAddress }: { userId: string; ipAddress: string | null },
  typed: string,
): Promise<SendPhoneCodeResult> {
  if (!auth.sms) return { ok: false, code: 'NOT_FOUND' };
  const contact = readContact(typed);
  if (contact?.kind !== 'phone') return { ok: false, code: 'INVALID_PROFILE', field: 'phone' };
  const phone = BRAZIL + contact.phone;
  const retryAfterSeconds = await spendCode(auth, userId, phone, ipAddress);
  if (retryAfterSeconds !== null) return { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterSeconds };
  const now = auth.clock.now();
  const endsAt = new Date(now.getTime() + SENT_CODE_MINUTES * 60_000);
  const code = drawCode(auth);
  const sent = {
    phone,
    codeHash: phoneCodeHash(auth, { userId, phone, code }),
    tries: 0,
    sentAt: now,
    endsAt,
  };
  const { name } = await readSite(auth);
  await inTransaction(auth.db, async (trx) => {
    await trx
      .insertInto('phoneCodes')
      .values({ userId, ...sent })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(sent))
      .execute();
    await queueMessages(trx, auth, [
      {
        key: `phone-code:${auth.random.uuid()}`,
        topic: 'access',
        content: {
          channel: 'sms',
          to: phone,
          text: `${name}: ${code} confirma o seu celular. Não informe este código a ninguém.`,
        },
        expiresAt: endsAt,
      },
    ]);
  });
  return { ok: true };
}

/** Counts one code against every limit. @returns seconds to wait if one is exceeded, else null */
async function spendCode(
  auth: Auth,
  userId: string,
  phone: string,
  ipAddress: string | null,
): Promise<number | null> {
  const { db, clock, settings } = auth;
  const ofNetwork = { ...CODES_OF_NETWORK, hits: CODES_OF_NETWORK.hits * settings.ipLimitFactor };
  return (
    (await spend(db, clock, CODES_IN_A_ROW, userId)) ??
    (await spend(db, clock, CODES_OF_ACCOUNT, userId)) ??
    (await spend(db, clock, ofNetwork, networkOf(ipAddress))) ??
    (await spend(db, clock, CODES_OF_PHONE, phone)) ??
    (await spend(db, clock, limitOfAllCodes(auth), 'all'))
  );
}
