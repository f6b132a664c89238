import type { Platform } from '../../platform/platform.ts';
import { findPersonById } from './persons.queries.ts';

/**
 * First detail that an account lacks to buy cotas. Limits and self-exclusion belong to a person, and only an account
 * with a CPF has one.
 */
export async function findMissingDetail(
  { db }: Pick<Platform, 'db'>,
  userId: string,
): Promise<'birth_date_unknown' | 'cpf_unknown' | null> {
  const { cpf, birthDate, personId } = await db
    .selectFrom('profiles')
    .select(['cpf', 'birthDate', 'personId'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (birthDate === null) return 'birth_date_unknown';
  return cpf !== null || (await findPersonById(db, personId ?? userId)) ? null : 'cpf_unknown';
}
