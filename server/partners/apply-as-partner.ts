import { isValidPhone } from '@brazilian-utils/brazilian-utils/is-valid-phone';
import { spend, type Limit } from '../platform/database/rate-limits.ts';
import { networkOf } from '../platform/network.ts';
import { readPixKey } from '../affiliates/read-pix-key.ts';
import type { Platform } from '../platform/platform.ts';
import { phoneDigits } from './login/login-partner.ts';
import { announceApplicationJob } from './announce-application.job.ts';

export interface NewPartnerApplication {
  companyName: string;
  contactName: string;
  email: string;
  phone: string;
  serviceTypes: string[];
  city: string;
  state: string;
  /** Street and number; may be empty. */
  address: string;
  pixKey: string;
  message: string;
}

export type ApplyAsPartnerResult =
  | { ok: true }
  | { ok: false; code: 'INVALID'; field: 'phone' | 'pixKey' }
  | { ok: false; code: 'TOO_MANY'; retryAfterSeconds: number };

const APPLICATIONS: Limit = { name: 'partner-applications', hits: 5, seconds: 3600 };

/**
 * Stores an application, which gives no access until an admin approves it. Does the same work and returns the same
 * answer for the e-mail of an existing partner, whose owner gets a mail.
 */
export async function applyAsPartner(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  { pixKey, message, address, ...application }: NewPartnerApplication,
  ipAddress: string,
): Promise<ApplyAsPartnerResult> {
  const { db, clock, random, jobs } = platform;
  const phone = phoneDigits(application.phone);
  if (!isValidPhone(phone)) return { ok: false, code: 'INVALID', field: 'phone' };
  const key = pixKey === '' ? null : readPixKey(pixKey);
  if (pixKey !== '' && !key) return { ok: false, code: 'INVALID', field: 'pixKey' };
  const retryAfterSeconds = await spend(db, clock, APPLICATIONS, networkOf(ipAddress));
  if (retryAfterSeconds !== null) return { ok: false, code: 'TOO_MANY', retryAfterSeconds };
  const id = random.uuid();
  const email = application.email.toLowerCase();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('partners')
      .values({
        ...application,
        ...key,
        phone,
        id,
        email,
        address: address || null,
        message: message || null,
        createdAt: clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await jobs.enqueue(trx, announceApplicationJob, { partnerId: id, email, ipAddress });
  });
  return { ok: true };
}
