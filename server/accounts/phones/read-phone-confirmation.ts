import type { PhoneConfirmation } from '@mare/contract/accounts/phone-confirmation.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSite } from '../../settings/read-site.ts';
import { readAuthSettings } from '../auth-settings.ts';
import type { Auth, Executor } from '../auth.ts';
import { smsSenderOf } from '../factors/sms.ts';
import { personHasherOf } from '../persons/person-hash.ts';
import { findVerifiedPhones, personIdOf } from '../persons/persons.queries.ts';
import { isPhoneOfOther } from '../persons/phone-holder.ts';
import { RESEND_SECONDS } from './send-phone-code.ts';

const SHOWN_DIGITS = 4;

export async function readPhoneConfirmation(auth: Auth, userId: string): Promise<PhoneConfirmation> {
  const now = auth.clock.now();
  const [profile, code, confirmed] = await Promise.all([
    auth.db.selectFrom('profiles').select('phone').where('id', '=', userId).executeTakeFirst(),
    auth.db
      .selectFrom('phoneCodes')
      .select(['phone', 'sentAt'])
      .where('userId', '=', userId)
      .where('endsAt', '>', now)
      .executeTakeFirst(),
    findConfirmedPhone(auth.db, auth, userId),
  ]);
  const state = confirmed ? 'confirmed' : 'none';
  const waited = code ? (now.getTime() - code.sentAt.getTime()) / 1000 : RESEND_SECONDS;
  return {
    state: code ? 'sent' : auth.sms || confirmed ? state : 'unavailable',
    phoneEnd: (code?.phone ?? confirmed)?.slice(-SHOWN_DIGITS) ?? null,
    suggestedPhone: profile?.phone ?? null,
    resendInSeconds: Math.max(0, Math.ceil(RESEND_SECONDS - waited)),
  };
}

/**
 * The phone of the account's person: confirmed as such in one of its accounts, or verified as a second factor or for
 * WhatsApp messages, unless another person has verified it too.
 */
export async function findConfirmedPhone(
  db: Executor,
  platform: Pick<Platform, 'config' | 'caches'>,
  userId: string,
): Promise<string | null> {
  const personId = await personIdOf(db, userId);
  const own = await db
    .selectFrom('confirmedPhones')
    .innerJoin('profiles', 'profiles.id', 'confirmedPhones.userId')
    .select('confirmedPhones.phone')
    .where('profiles.personId', '=', personId)
    .orderBy('confirmedPhones.confirmedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (own) return own.phone;
  for (const phone of await findVerifiedPhones(db, personId))
    if (!(await isPhoneOfOther(db, personHasherOf(platform), phone, personId))) return phone;
  return null;
}

/**
 * Whether an order requires a confirmed phone. If the shop asks for one, every order of a person after the first
 * does.
 * @param clientRequestId of the order, so that a repeated request does not count as the second order
 */
export async function needsConfirmedPhone(
  platform: Platform,
  userId: string,
  clientRequestId: string | null = null,
): Promise<boolean> {
  const { features } = await readSite(platform);
  if (!features.confirmedPhone || !canSendSms(platform)) return false;
  const personId = await personIdOf(platform.db, userId);
  const earlier = await platform.db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.userId')
    .select('orders.id')
    .where('profiles.personId', '=', personId)
    .where('orders.status', 'not in', ['cancelled', 'failed'])
    .where((eb) =>
      eb.or([eb('orders.clientRequestId', '<>', clientRequestId ?? ''), eb('orders.userId', '<>', userId)]),
    )
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined && (await findConfirmedPhone(platform.db, platform, userId)) === null;
}

/** Without an SMS gateway no phone can be confirmed, so no purchase may require one. */
function canSendSms(platform: Platform): boolean {
  return smsSenderOf(readAuthSettings(process.env, platform.config), platform) !== null;
}
