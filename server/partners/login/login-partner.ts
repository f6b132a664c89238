/** Partner sign-in by e-mail and phone, with an e-mailed code if the setting requires it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { SIGN_IN_STATUSES } from '@mare/domain/partners/partner-state.ts';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import { drawCode } from '../../platform/documents/draw-code.ts';
import { resetRateLimit, spend, type Limit } from '../../platform/database/rate-limits.ts';
import { networkOf } from '../../platform/network.ts';
import { queueMail } from '../../mail/outbox/queue-message.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Cookies } from '../../platform/http/request/cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { addPartnerSecurityEvent } from '../security/partner-security-events.ts';
import { requiresEmailCode } from './login-setting.ts';
import { startPartnerSession } from './partner-session.ts';
import { composePartnerCodeMail } from './partner-code-mail.ts';

const ATTEMPTS_PER_NETWORK: Limit = { name: 'partner-login-network', hits: 20, seconds: 900 };
const ATTEMPTS_PER_EMAIL: Limit = { name: 'partner-login-email', hits: 6, seconds: 900 };
const CODE_SECONDS = SENT_CODE_MINUTES * 60;
const MAX_WRONG_CODES = 5;

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'config' | 'caches'>;

interface TooMany {
  ok: false;
  code: 'TOO_MANY';
  retryAfterSeconds: number;
}

export type LoginPartnerResult =
  | { ok: true; step: 'signed-in' }
  | { ok: true; step: 'code'; loginId: string }
  /** Does not reveal whether the e-mail or the phone was wrong, or the partner may not sign in. */
  | { ok: false; code: 'INVALID' }
  | TooMany;

export async function loginPartner(
  platform: Deps,
  cookies: Cookies,
  { email, phone, ipAddress }: { email: string; phone: string; ipAddress: string },
): Promise<LoginPartnerResult> {
  const mailbox = email.trim().toLowerCase();
  const limited = await checkRateLimits(platform, mailbox, ipAddress);
  if (limited) return limited;
  const partner = await platform.db
    .selectFrom('partners')
    .select(['id', 'email', 'companyName'])
    .where('email', '=', mailbox)
    .where('phone', '=', phoneDigits(phone))
    .where('status', 'in', SIGN_IN_STATUSES)
    .executeTakeFirst();
  if (!partner) return { ok: false, code: 'INVALID' };
  if (await requiresEmailCode(platform)) {
    return { ok: true, step: 'code', loginId: await sendCode(platform, partner) };
  }
  await signIn(platform, cookies, partner, ipAddress);
  return { ok: true, step: 'signed-in' };
}

export async function confirmPartnerLogin(
  platform: Deps,
  cookies: Cookies,
  { loginId, code, ipAddress }: { loginId: string; code: string; ipAddress: string },
): Promise<{ ok: true } | { ok: false; code: 'INVALID' } | TooMany> {
  const limited = await checkRateLimits(platform, loginId, ipAddress);
  if (limited) return limited;
  const { db, clock } = platform;
  // Counts the attempt before comparing, so that concurrent attempts are all counted.
  const login = await db
    .updateTable('partnerLoginCodes')
    .set((eb) => ({ wrongTries: eb('wrongTries', '+', 1) }))
    .where('id', '=', loginId)
    .where('expiresAt', '>', clock.now())
    .where('wrongTries', '<', MAX_WRONG_CODES)
    .returningAll()
    .executeTakeFirst();
  if (!login) return { ok: false, code: 'INVALID' };
  if (!timingSafeEqual(hashOf(loginId, code.trim()), login.codeHash)) {
    const { partnerId } = login;
    await addPartnerSecurityEvent(db, { partnerId, event: 'wrong_code', ipAddress }, clock.now());
    return { ok: false, code: 'INVALID' };
  }
  const used = await db
    .deleteFrom('partnerLoginCodes')
    .where('id', '=', loginId)
    .returning('partnerId')
    .executeTakeFirst();
  if (!used) return { ok: false, code: 'INVALID' };
  const partner = await db
    .selectFrom('partners')
    .select(['id', 'email', 'companyName'])
    .where('id', '=', used.partnerId)
    .where('status', 'in', SIGN_IN_STATUSES)
    .executeTakeFirst();
  if (!partner) return { ok: false, code: 'INVALID' };
  await signIn(platform, cookies, partner, ipAddress);
  return { ok: true };
}

/** Digits with area code, as stored. */
export function phoneDigits(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '');
}

async function checkRateLimits(
  { db, clock }: Deps,
  identifier: string,
  ipAddress: string,
): Promise<TooMany | null> {
  const retryAfterSeconds =
    (await spend(db, clock, ATTEMPTS_PER_NETWORK, networkOf(ipAddress))) ??
    (await spend(db, clock, ATTEMPTS_PER_EMAIL, identifier));
  return retryAfterSeconds === null ? null : { ok: false, code: 'TOO_MANY', retryAfterSeconds };
}

async function sendCode(platform: Deps, partner: { id: string; email: string }): Promise<string> {
  const { db, clock, random } = platform;
  const id = random.uuid();
  const code = drawCode({ random });
  const fresh = {
    id,
    codeHash: hashOf(id, code),
    wrongTries: 0,
    expiresAt: new Date(clock.now().getTime() + CODE_SECONDS * 1000),
  };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('partnerLoginCodes')
      .values({ ...fresh, partnerId: partner.id })
      .onConflict((conflict) => conflict.column('partnerId').doUpdateSet(fresh))
      .execute();
    await queueMail(trx, platform, composePartnerCodeMail(partner.email, code), {
      key: `partner-code:${id}`,
      topic: 'access',
      expiresAt: fresh.expiresAt,
    });
  });
  return id;
}

async function signIn(
  platform: Deps,
  cookies: Cookies,
  partner: { id: string; email: string; companyName: string },
  ipAddress: string,
): Promise<void> {
  await resetRateLimit(platform.db, ATTEMPTS_PER_EMAIL, partner.email);
  await startPartnerSession(platform, cookies, partner.id);
  const signedIn = { partnerId: partner.id, event: 'signed_in', ipAddress } as const;
  await addPartnerSecurityEvent(platform.db, signedIn, platform.clock.now());
  await recordActivity(platform.db, platform, {
    userId: null,
    action: 'partner-login',
    entityType: 'partner',
    entityId: partner.id,
    description: `${partner.companyName} entrou no portal de parceiros.`,
    ipAddress,
  });
}

function hashOf(loginId: string, code: string): Buffer {
  return createHash('sha256').update(`${loginId}:${code}`).digest();
}
