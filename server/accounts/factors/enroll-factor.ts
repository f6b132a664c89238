import type { Auth, Executor } from '../auth.ts';
import { lockUser } from '../accounts.queries.ts';
import type { AuthCaller } from '../authenticate.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { factorsOf, type Factor } from './factors.queries.ts';
import { normalizePhone } from '@mare/domain/accounts/phone-number.ts';
import { describeTotp, SECRET_BYTES } from './totp.ts';

const FACTORS_MAX = 10;
const ABANDONED_SECONDS = 300;
const TEXT_MAX_CHARACTERS = 200;

export interface FactorForm {
  type: string | undefined;
  friendlyName: string | undefined;
  issuer: string | undefined;
  phone: string | undefined;
}

interface NewFactor {
  factorType: 'totp' | 'phone';
  friendlyName: string | null;
  phone: string | null;
}

/** Enrolls a second factor. It takes effect once verified; the secret is returned only here. */
export async function enrollFactor(
  auth: Auth,
  caller: AuthCaller,
  form: FactorForm,
): Promise<Outcome<Record<string, unknown>>> {
  const requested = readForm(auth, form);
  if (!requested.ok) return requested;
  const { factorType, friendlyName, phone } = requested.value;
  return inTransaction<Outcome<Record<string, unknown>>>(auth.db, async (trx) => {
    await lockUser(trx, caller.userId);
    await removeAbandoned(auth, trx, caller.userId);
    const present = await factorsOf(trx, caller.userId);
    const rejection = validateEnrollment(caller, present, requested.value);
    if (rejection) return rejection;
    // Replaces an unverified factor with the same number.
    const sameNumber = present.find((factor) => phone !== null && factor.phone === phone);
    if (sameNumber) await trx.deleteFrom('auth.mfaFactors').where('id', '=', sameNumber.id).execute();
    const id = auth.random.uuid();
    const secret = factorType === 'totp' ? auth.random.bytes(SECRET_BYTES) : null;
    const now = auth.clock.now();
    await trx
      .insertInto('auth.mfaFactors')
      .values({
        id,
        userId: caller.userId,
        factorType,
        friendlyName,
        phone,
        secret: secret && auth.vault.seal(secret, factorRow(id)),
        createdAt: now,
        updatedAt: now,
      })
      .execute();
    const response = { id, type: factorType, friendly_name: friendlyName ?? '' };
    if (!secret) return grant({ ...response, phone });
    const issuer = form.issuer || new URL(auth.settings.siteUrl).host;
    return grant({ ...response, totp: describeTotp(secret, issuer, caller.email) });
  });
}

export function factorRow(id: string): string {
  return `factor:${id}`;
}

function readForm(auth: Auth, form: FactorForm): Outcome<NewFactor> {
  const friendlyName = form.friendlyName || null;
  if ((friendlyName?.length ?? 0) > TEXT_MAX_CHARACTERS || (form.issuer?.length ?? 0) > TEXT_MAX_CHARACTERS)
    return reject(400, 'validation_failed', 'friendly_name and issuer are limited to 200 characters');
  switch (form.type) {
    case 'totp':
      return grant({ factorType: 'totp', friendlyName, phone: null });
    case 'phone': {
      if (!auth.sms) return reject(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
      const phone = normalizePhone(form.phone ?? '', auth.settings.smsCountries);
      if (!phone) return reject(400, 'validation_failed', 'Invalid phone number format (E.164 required)');
      return grant({ factorType: 'phone', friendlyName, phone });
    }
    case 'webauthn':
      return reject(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
    default:
      return reject(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  }
}

function validateEnrollment(caller: AuthCaller, present: Factor[], requested: NewFactor): Rejection | null {
  if (caller.aal === 'aal1' && present.some((factor) => factor.status === 'verified'))
    return reject(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  const sameNumber = present.find((factor) => requested.phone !== null && factor.phone === requested.phone);
  if (sameNumber?.status === 'verified') {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue';
    return reject(422, 'mfa_verified_factor_exists', message);
  }
  const others = present.filter((factor) => factor !== sameNumber);
  if (others.length >= FACTORS_MAX) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    return reject(422, 'too_many_enrolled_mfa_factors', message);
  }
  if (requested.friendlyName && others.some((factor) => factor.friendlyName === requested.friendlyName)) {
    const message = `A factor with the friendly name "${requested.friendlyName}" for this user already exists`;
    return reject(422, 'mfa_factor_name_conflict', message);
  }
  return null;
}

/** Deletes unverified factors that were never challenged and are older than five minutes. */
async function removeAbandoned(auth: Auth, trx: Executor, userId: string): Promise<void> {
  const oldest = new Date(auth.clock.now().getTime() - ABANDONED_SECONDS * 1000);
  await trx
    .deleteFrom('auth.mfaFactors')
    .where('userId', '=', userId)
    .where('status', '=', 'unverified')
    .where('lastChallengedAt', 'is', null)
    .where('createdAt', '<', oldest)
    .execute();
}
