import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { isValidPhone } from '@brazilian-utils/brazilian-utils/is-valid-phone';
import { sql } from 'kysely';
import type { ProfileChanges } from '@mare/contract/accounts/accounts.ts';
import { checkBirthDate } from '@mare/domain/accounts/adulthood.ts';
import { dateInMaceio } from '@mare/domain/maceio-time.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { claimPersonWithin, type PersonConflict } from '../persons/claim-person.ts';

type Field = 'phone' | 'cpf' | 'city' | 'birthDate' | 'age';
type UpdateProfileResult =
  | { ok: true }
  | { ok: false; code: 'INVALID_PROFILE'; field: Field }
  | PersonConflict;

/** Saves the profile, and the name in the metadata that the session reads. A CPF is confirmed with its first save. */
export async function updateProfile(
  platform: Pick<Platform, 'db' | 'clock' | 'config' | 'caches'>,
  userId: string,
  changes: ProfileChanges,
  address: string,
): Promise<UpdateProfileResult> {
  const { db, clock } = platform;
  const field = firstWrongField(changes, dateInMaceio(clock.now()));
  if (field) return { ok: false, code: 'INVALID_PROFILE', field };
  const name = changes.name.trim();
  const cpf = digitsOf(changes.cpf);
  return inTransaction<UpdateProfileResult>(db, async (trx) => {
    if (cpf) {
      const claimed = await claimPersonWithin(trx, platform, userId, cpf);
      if (!claimed.ok) return claimed;
    }
    await trx
      .updateTable('profiles')
      .set({
        name,
        phone: digitsOf(changes.phone),
        cpf,
        city: changes.city?.trim() ?? null,
        state: changes.state,
        birthDate: changes.birthDate,
      })
      .where('id', '=', userId)
      .execute();
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
        ipAddress: address,
      },
    );
    return { ok: true };
  });
}

/** @param today ISO date. */
function firstWrongField(
  { phone, cpf, city, state, birthDate }: ProfileChanges,
  today: string,
): Field | null {
  if (phone !== null && !isValidPhone(phone)) return 'phone';
  if (cpf !== null && !isValidCpf(cpf)) return 'cpf';
  if ((city === null) !== (state === null)) return 'city';
  if (birthDate === null) return null;
  const judgement = checkBirthDate(birthDate, today);
  if (judgement === 'impossible') return 'birthDate';
  return judgement === 'minor' ? 'age' : null;
}

function digitsOf(text: string | null): string | null {
  return text && text.replaceAll(/\D/g, '');
}
