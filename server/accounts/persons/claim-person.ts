import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Executor } from '../auth.ts';
import { joinPersons } from './join-persons.ts';
import { personHasherOf } from './person-hash.ts';
import { releasePhoneOfOther } from './phone-holder.ts';
import {
  type Account,
  confirmNewPersons,
  findPersonsToClaim,
  findVerifiedPhones,
  isAbandoned,
  lockAccount,
  type NewPerson,
} from './persons.queries.ts';
import { releaseUnprovedPerson } from './release-unproved-person.ts';

/**
 * `other_account`: the CPF is confirmed in an account that is in use. `other_cpf`: another CPF is confirmed in this one.
 */
export type PersonConflict = { ok: false; code: 'PERSON_CONFLICT'; reason: 'other_account' | 'other_cpf' };

export type ClaimPersonResult =
  | /** `isNew`: this claim confirmed the CPF. */ { ok: true; personId: string; isNew: boolean }
  | PersonConflict;

const CLAIM_BATCHES = 2;

type Deps = Pick<Platform, 'db' | 'clock' | 'config' | 'caches' | 'jobs'>;

/** Concurrent claims share a statement and its commit; two batches run at a time, as one may wait for a locked account. */
const newPersons = defineCache(({ db }: Pick<Platform, 'db'>) =>
  createBatchLoader((people: NewPerson[]) => retryOnConflict(() => confirmNewPersons(db, people)), {
    width: CLAIM_BATCHES,
  }),
);

/** Confirms the CPF of an account in a new transaction. See `claimPersonWithin`. */
export async function claimPerson(platform: Deps, userId: string, cpf: string): Promise<ClaimPersonResult> {
  const hashes = personHasherOf(platform).cpf(cpf);
  const personId = await newPersons(platform).load({ userId, hashes, now: platform.clock.now() });
  if (personId) return { ok: true, personId, isNew: true };
  return inTransaction(platform.db, (trx) => claimPersonWithin(trx, platform, userId, cpf));
}

/**
 * Confirms the CPF of an account, once. An account with the CPF of a person joins that person if its other accounts are
 * deleted or if the same phone is verified in both. Otherwise it is rejected: a CPF alone proves nothing, and an account
 * that joined a stranger's person could exclude the stranger from buying.
 * @param cpf in digits
 */
export async function claimPersonWithin(
  trx: Parameters<typeof joinPersons>[0],
  platform: Pick<Platform, 'clock' | 'config' | 'caches' | 'jobs'>,
  userId: string,
  cpf: string,
): Promise<ClaimPersonResult> {
  const hasher = personHasherOf(platform);
  const hashes = hasher.cpf(cpf);
  const account = await lockAccount(trx, userId);
  const { personId } = account;
  const { own, ofCpf } = await findPersonsToClaim(trx, personId, hashes);
  if (own && !hashes.some(({ hash }) => hash.equals(own.cpfHash)))
    return { ok: false, code: 'PERSON_CONFLICT', reason: 'other_cpf' };
  const hashesOfPerson = ([phone]: readonly string[]) => {
    const phoneHash = phone ? hasher.phone(phone)[0].hash : null;
    return { cpfHash: hashes[0].hash, phoneHash, keyId: hasher.keyId };
  };
  if (own) {
    // A former key was in use, or the phone was verified since.
    await trx
      .updateTable('persons')
      .set(hashesOfPerson(await findVerifiedPhones(trx, personId)))
      .where('id', '=', personId)
      .execute();
    return { ok: true, personId, isNew: false };
  }
  const holder = ofCpf && (await releaseUnprovedPerson(trx, ofCpf.id)) ? null : ofCpf;
  if (!holder) {
    let phones = await findVerifiedPhones(trx, personId);
    if (phones.length > 0) {
      await releasePhoneOfOther(trx, hasher, account, personId);
      phones = await findVerifiedPhones(trx, personId);
    }
    const values = hashesOfPerson(phones);
    const { numInsertedOrUpdatedRows: inserted } = await trx
      .insertInto('persons')
      .values({ id: personId, ...values, confirmedAt: platform.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted) return { ok: true, personId, isNew: true };
    // Another account confirmed the CPF at the same moment.
    return { ok: false, code: 'PERSON_CONFLICT', reason: 'other_account' };
  }
  if (!(await isProvenSame(trx, account, holder.id)))
    return { ok: false, code: 'PERSON_CONFLICT', reason: 'other_account' };
  await releasePhoneOfOther(trx, hasher, account, holder.id);
  await joinPersons(trx, platform, holder.id, personId);
  return { ok: true, personId: holder.id, isNew: false };
}

async function isProvenSame(trx: Executor, account: Account, holderId: string): Promise<boolean> {
  if (await isAbandoned(trx, holderId)) return true;
  const holderPhones = await findVerifiedPhones(trx, holderId);
  if (holderPhones.length === 0) return false;
  const own = await findVerifiedPhones(trx, account.personId);
  return own.some((phone) => holderPhones.includes(phone));
}

/** Undoes a claim just made, unless a concurrent request has stored the CPF in the profile. */
export async function releasePersonClaim({ db }: Pick<Platform, 'db'>, personId: string): Promise<void> {
  await db
    .deleteFrom('persons')
    .where('id', '=', personId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('profiles')
            .select('profiles.id')
            .whereRef('profiles.personId', '=', 'persons.id')
            .where('profiles.cpf', 'is not', null),
        ),
      ),
    )
    .execute();
}
