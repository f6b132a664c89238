import { findSpendingBlockOfPerson } from '../limits/read-own-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { findBuyerAccount, isConfirmedAs } from './buyer-accounts.queries.ts';
import { claimPerson, type PersonConflict, releasePersonClaim } from './claim-person.ts';
import { personHasherOf } from './person-hash.ts';
import { findPersonByCpf, findPersonById, findPersonsByEmail } from './persons.queries.ts';

type Deps = Pick<Platform, 'db' | 'pool' | 'clock' | 'config' | 'caches' | 'jobs'>;

/** Details that a buyer states with an order. */
interface StatedBuyer {
  userId: string;
  email: string;
  /** In digits. */
  cpf?: string;
}

export type IdentifyBuyerResult =
  | {
      ok: true;
      /** Undoes what this purchase confirmed. Call it if the purchase is rejected. */
      release: () => Promise<void>;
    }
  | PersonConflict
  /** The contact e-mail address belongs to an account whose person may not buy now. */
  | { ok: false; code: 'PERSON_CONFLICT'; reason: 'other_email' };

/**
 * Checks whether an order names another person than its account's. If the order has the account's own e-mail address,
 * the stated CPF is confirmed; otherwise it is only compared.
 */
export async function identifyBuyer(
  platform: Deps,
  { userId, email, cpf }: StatedBuyer,
): Promise<IdentifyBuyerResult> {
  const account = await findBuyerAccount(platform, userId);
  const personId = account?.personId ?? userId;
  const isOwnEmail = account?.email?.toLowerCase() === email.toLowerCase();
  if (!isOwnEmail && (await isEmailOfBlockedPerson(platform, email, personId)))
    return { ok: false, code: 'PERSON_CONFLICT', reason: 'other_email' };
  const nothingToRelease = () => Promise.resolve();
  if (!cpf) return { ok: true, release: nothingToRelease };
  if (!isOwnEmail) {
    const conflict = await findConflict(platform, personId, cpf);
    return conflict ?? { ok: true, release: nothingToRelease };
  }
  // Fast path for nearly every order: the CPF was confirmed before.
  if (account && isConfirmedAs(account, personHasherOf(platform), cpf))
    return { ok: true, release: nothingToRelease };
  const claimed = await claimPerson(platform, userId, cpf);
  if (!claimed.ok) return claimed;
  const release = claimed.isNew ? () => releasePersonClaim(platform, claimed.personId) : nothingToRelease;
  return { ok: true, release };
}

async function isEmailOfBlockedPerson(platform: Deps, email: string, personId: string): Promise<boolean> {
  for (const other of await findPersonsByEmail(platform.db, email, personId))
    if (await findSpendingBlockOfPerson(platform.db, platform, other)) return true;
  return false;
}

async function findConflict(platform: Deps, personId: string, cpf: string): Promise<PersonConflict | null> {
  const hashes = personHasherOf(platform).cpf(cpf);
  const own = await findPersonById(platform.db, personId);
  if (own && !hashes.some(({ hash }) => hash.equals(own.cpfHash)))
    return { ok: false, code: 'PERSON_CONFLICT', reason: 'other_cpf' };
  const holder = await findPersonByCpf(platform.db, hashes);
  return holder && holder.id !== personId
    ? { ok: false, code: 'PERSON_CONFLICT', reason: 'other_account' }
    : null;
}
