/** Accounts of buyers with the confirmed data of their persons. Batched, as every order reads them. */
import type pg from 'pg';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PersonHasher } from './person-hash.ts';
import { withCountryCode } from './persons.queries.ts';

export interface BuyerAccount {
  userId: string;
  /** For an unconfirmed express account, the e-mail address that it states. */
  email: string | null;
  personId: string;
  /** Null: no CPF is confirmed. */
  cpfHash: Buffer | null;
  phoneHash: Buffer | null;
  /** Phones as they were typed in. */
  verifiedPhones: string[];
}

const accountLoader = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  createBatchLoader((userIds: string[]) => findForAll(pool, userIds)),
);

/** @returns undefined if the account does not exist */
export function findBuyerAccount(
  platform: Pick<Platform, 'pool' | 'caches'>,
  userId: string,
): Promise<BuyerAccount | undefined> {
  return accountLoader(platform).load(userId);
}

async function findForAll(pool: pg.Pool, userIds: readonly string[]): Promise<(BuyerAccount | undefined)[]> {
  const { rows } = await pool.query<BuyerAccount>({
    name: 'find-buyer-accounts',
    text: `select profiles.id as "userId", coalesce(profiles.email, express.email) as email, coalesce(profiles.person_id, profiles.id) as "personId",
             persons.cpf_hash as "cpfHash", persons.phone_hash as "phoneHash",
             array(
               select own_phone.phone from profiles as own join confirmed_phones as own_phone on own_phone.user_id = own.id
               where own.person_id = profiles.person_id
               union
               select factor.phone from profiles as own join auth.mfa_factors as factor on factor.user_id = own.id
               where own.person_id = profiles.person_id and factor.status = 'verified' and factor.phone is not null
               union
               select contact.phone from profiles as own join whatsapp_contacts as contact on contact.user_id = own.id
               where own.person_id = profiles.person_id and contact.confirmed_at is not null
             ) as "verifiedPhones"
           from profiles left join express_accounts as express on express.user_id = profiles.id
           left join persons on persons.id = coalesce(profiles.person_id, profiles.id)
           where profiles.id = any($1::uuid[])`,
    values: [userIds],
  });
  const byId = new Map(rows.map((row) => [row.userId, row]));
  return userIds.map((userId) => byId.get(userId));
}

/** Whether claiming the CPF would change nothing: CPF and phone are stored, both under the newest key. */
export function isConfirmedAs(
  { cpfHash, phoneHash, verifiedPhones }: BuyerAccount,
  hasher: PersonHasher,
  cpf: string,
): boolean {
  if (!cpfHash?.equals(hasher.cpf(cpf)[0].hash)) return false;
  if (verifiedPhones.length === 0) return phoneHash === null;
  return verifiedPhones.some((phone) => phoneHash?.equals(hasher.phone(withCountryCode(phone))[0].hash));
}
