import { isValidPhone } from '@brazilian-utils/brazilian-utils/is-valid-phone';
import { spend, type Limit } from '../platform/database/rate-limits.ts';
import { networkOf } from '../platform/network.ts';
import { readPixKey } from '../affiliates/read-pix-key.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { notifyAdmins } from '../notifications/notify-admins.ts';
import type { Platform } from '../platform/platform.ts';
import { phoneDigits } from './login/login-partner.ts';
import { notifyPartner } from './notify-partner.ts';

export interface NewPartnerApplication {
  companyName: string;
  contactName: string;
  email: string;
  phone: string;
  serviceTypes: string[];
  city: string;
  state: string;
  pixKey: string;
  message: string;
}

export type ApplyAsPartnerResult =
  | { ok: true }
  | { ok: false; code: 'INVALID'; field: 'phone' | 'pixKey' }
  | { ok: false; code: 'EXISTS' }
  | { ok: false; code: 'TOO_MANY'; retryAfterSeconds: number };

const APPLICATIONS: Limit = { name: 'partner-applications', hits: 5, seconds: 3600 };

/** Stores an application for an admin to decide. It gives no access until approved. */
export async function applyAsPartner(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  { pixKey, message, ...application }: NewPartnerApplication,
  address: string,
): Promise<ApplyAsPartnerResult> {
  const { db, clock, random } = platform;
  const phone = phoneDigits(application.phone);
  if (!isValidPhone(phone)) return { ok: false, code: 'INVALID', field: 'phone' };
  const key = pixKey === '' ? null : readPixKey(pixKey);
  if (pixKey !== '' && !key) return { ok: false, code: 'INVALID', field: 'pixKey' };
  const retryAfterSeconds = await spend(db, clock, APPLICATIONS, networkOf(address));
  if (retryAfterSeconds !== null) return { ok: false, code: 'TOO_MANY', retryAfterSeconds };
  return db.transaction().execute(async (trx) => {
    const partner = await trx
      .insertInto('partners')
      .values({
        ...application,
        ...key,
        phone,
        id: random.uuid(),
        email: application.email.toLowerCase(),
        message: message || null,
        createdAt: clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'email', 'companyName'])
      .executeTakeFirst();
    if (!partner) return { ok: false, code: 'EXISTS' };
    await recordActivity(trx, platform, {
      userId: null,
      action: 'apply-as-partner',
      entityType: 'partner',
      entityId: partner.id,
      description: `${application.companyName} pediu para ser parceira.`,
      ipAddress: address,
    });
    await notifyPartner(trx, platform, partner, 'pending');
    await notifyAdmins(trx, platform, {
      type: 'info',
      title: 'Um parceiro espera a sua resposta',
      message: `${application.companyName}, de ${application.city}, pediu para ser parceira.`,
      data: { href: '/admin/partners?filtro=pending' },
      deduplicationKey: `partner-application:${partner.id}`,
    });
    return { ok: true };
  });
}
