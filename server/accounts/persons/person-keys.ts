/**
 * The keys under which persons are stored. Under another key a process finds no person: an excluded buyer could buy with a
 * new account, limits would count from zero, and the CPF of every known buyer would be rejected. So it does not start.
 */
import type { Database } from '@mare/database/connection/connect.ts';
import { StartError } from '../../platform/config/start-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { PersonHasher } from './person-hash.ts';
import { rehashPersons } from './rehash-persons.ts';

export interface PersonKeysState {
  /** Persons under the newest key. */
  current: number;
  /** Persons under another of the keys. */
  former: number;
  /** Persons under none of them. */
  unknown: number;
}

/** Changes nothing. */
export async function assessPersonKeys(
  db: Database,
  { keyId, keyIds }: Pick<PersonHasher, 'keyId' | 'keyIds'>,
): Promise<PersonKeysState> {
  const rows = await db
    .selectFrom('persons')
    .select((eb) => ['keyId' as const, eb.fn.countAll<number>().as('persons')])
    .groupBy('keyId')
    .execute();
  const state = { current: 0, former: 0, unknown: 0 };
  for (const { keyId: stored, persons } of rows)
    state[stored === keyId ? 'current' : keyIds.includes(stored) ? 'former' : 'unknown'] += persons;
  return state;
}

/**
 * Run at start, before a purchase can confirm a person.
 *
 * @param canBeReplaced the key comes from a secret that the demonstration has made for itself
 * @throws StartError if a person is stored under another key
 */
export async function admitPersonKeys(
  { db, log }: { db: Database; log: Log },
  hasher: PersonHasher,
  canBeReplaced: boolean,
): Promise<void> {
  const { unknown } = await assessPersonKeys(db, hasher);
  if (unknown === 0) return;
  const { text, advice } = describeUnknownKeys(unknown);
  if (!canBeReplaced) throw new StartError(`${text} ${advice}`);
  const { rehashed } = await rehashPersons(db, hasher);
  log.warn({ rehashed }, 'the secret of the demonstration was replaced: persons are hashed again');
}

/** @param unknown persons under none of the keys */
export function describeUnknownKeys(unknown: number): { text: string; advice: string } {
  const of =
    unknown === 1 ? 'O CPF de uma pessoa está guardado' : `Os CPFs de ${unknown} pessoas estão guardados`;
  return {
    text: `${of} com uma chave que não está em PERSON_KEYS nem vem de AUTH_SECRET: quem está em pausa, se excluiu ou atingiu um limite compraria com outra conta, e quem já comprou teria o CPF recusado.`,
    advice:
      'Confira PERSON_KEYS (um erro de digitação, uma linha que falta) e DATABASE_URL. Se a chave foi trocada, ponha a anterior por último em PERSON_KEYS; se não havia PERSON_KEYS, a anterior é o AUTH_SECRET de então (docs/operations.md, Keys of persons). Só se ela se perdeu: npm run ops -- accept-person-keys',
  };
}
