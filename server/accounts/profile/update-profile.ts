import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { isValidPhone } from '@brazilian-utils/brazilian-utils/is-valid-phone';
import { sql } from 'kysely';
import type { ProfileChanges } from '@mare/contract/accounts/accounts.ts';
import { checkBirthDate } from '@mare/domain/accounts/adulthood.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Principal } from '../../platform/http/api.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Executor } from '../auth.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import { recordReversibleChange } from '../security/reversible-changes.ts';
import { claimPersonWithin, type PersonConflict } from '../persons/claim-person.ts';

type Field = 'phone' | 'cpf' | 'city' | 'birthDate' | 'age';
type UpdateProfileResult =
  | { ok: true }
  | { ok: false; code: 'INVALID_PROFILE'; field: Field }
  | PersonConflict;

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs' | 'config' | 'caches'>;

/** Saves the given fields of the profile, and the name in the metadata that the session reads. A CPF is confirmed with its first save. */
export async function updateProfile(
  platform: Deps,
  caller: Pick<Principal, 'userId' | 'sessionId'>,
  changes: ProfileChanges,
  ipAddress: string,
): Promise<UpdateProfileResult> {
  const { db, clock } = platform;
  const { userId } = caller;
  const field = firstWrongField(changes, dateInMaceio(clock.now()));
  if (field) return { ok: false, code: 'INVALID_PROFILE', field };
  const name = changes.name?.trim();
  const cpf = digitsOf(changes.cpf);
  const phone = digitsOf(changes.phone);
  return inTransaction<UpdateProfileResult>(db, async (trx) => {
    if (cpf) {
      const claimed = await claimPersonWithin(trx, platform, userId, cpf);
      if (!claimed.ok) return claimed;
    }
    if (phone !== undefined) await recordPhoneChange(platform, trx, caller, phone);
    const { state, birthDate } = changes;
    const stored = { name, phone, cpf, city: changes.city?.trim() ?? changes.city, state, birthDate };
    if (Object.values(stored).every((value) => value === undefined)) return { ok: true };
    // Undefined values are left out of the statement.
    await trx.updateTable('profiles').set(stored).where('id', '=', userId).execute();
    if (name !== undefined)
      await trx
        .updateTable('auth.users')
        .set({ userMetadata: sql`user_metadata || jsonb_build_object('name', ${name}::text)` })
        .where('id', '=', userId)
        .execute();
    await recordActivity(
      trx,
      { clock },
      {
        userId,
        action: 'change-profile',
        entityType: 'profile',
        entityId: userId,
        description: 'Alterou os dados do perfil.',
        ipAddress,
      },
    );
    return { ok: true };
  });
}

/** A first phone is no change. */
async function recordPhoneChange(
  platform: Deps,
  trx: Executor,
  { userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>,
  phone: string | null,
): Promise<void> {
  const before = await trx
    .selectFrom('profiles')
    .select(['phone', 'email'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!before?.phone || before.phone === phone) return;
  await recordSecurityEvent(platform, trx, userId, 'phone_changed', { sessionId });
  await recordReversibleChange(platform, trx, {
    owner: { userId },
    kind: 'phone_changed',
    before: { phone: before.phone },
    to: [before.email],
  });
}

/** @param today ISO date. */
function firstWrongField(
  { phone, cpf, city, state, birthDate }: ProfileChanges,
  today: string,
): Field | null {
  if (typeof phone === 'string' && !isValidPhone(phone)) return 'phone';
  if (typeof cpf === 'string' && !isValidCpf(cpf)) return 'cpf';
  if (changeKind(city) !== changeKind(state)) return 'city';
  if (typeof birthDate !== 'string') return null;
  const judgement = checkBirthDate(birthDate, today);
  if (judgement === 'impossible') return 'birthDate';
  return judgement === 'minor' ? 'age' : null;
}

/** Undefined for an absent field, null for a cleared one. */
function changeKind(value: string | null | undefined): 'set' | null | undefined {
  return typeof value === 'string' ? 'set' : value;
}

function digitsOf<Text extends string | null | undefined>(text: Text): Text | string {
  return text && text.replaceAll(/\D/g, '');
}
