import type pg from 'pg';
import type { CustomerInfo } from '@mare/contract/checkout/checkout.ts';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';

export type StatedContact = Pick<CustomerInfo, 'email' | 'phone' | 'cpf'>;

/** City and state are saved together or not at all. */
export type DeclaredResidence = Pick<CustomerInfo, 'city' | 'state' | 'birthDate'>;

/** Data that participation rules check. The CPF in digits. */
export type DeclaredBuyer = DeclaredResidence & Pick<CustomerInfo, 'cpf'>;

interface StatedDetails extends StatedContact, DeclaredResidence {
  userId: string;
}

const detailsWriter = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  createBatchLoader((all: StatedDetails[]) => saveAll(pool, all)),
);

/**
 * Saves what a buyer states at checkout where the profile does not hold it yet; known values change in Minha Conta
 * only. Phone and CPF are saved only with the account's own e-mail address: otherwise they may belong to another person.
 * Concurrent calls share one statement.
 */
export async function saveBuyerDetails(
  platform: Pick<Platform, 'pool' | 'caches'>,
  userId: string,
  stated: StatedContact & DeclaredResidence,
): Promise<void> {
  const { phone, cpf, city, birthDate } = stated;
  if ([phone, cpf, city, birthDate].every((value) => value === undefined)) return;
  await detailsWriter(platform).load({ ...stated, userId });
}

async function saveAll(pool: pg.Pool, all: readonly StatedDetails[]): Promise<void[]> {
  // One statement can change a row only once, so another order of the same buyer waits for the next batch.
  const stated = [...new Map(all.toReversed().map((one) => [one.userId, one])).values()];
  const later = all.filter((one) => !stated.includes(one));
  await pool.query({
    name: 'save-buyer-details',
    // Locked in id order to prevent deadlocks between batches.
    text: `with stated as (
             select profiles.id, asked.city, asked.state, asked.birth_date,
               case when lower(coalesce(profiles.email, express.email)) = asked.email then asked.phone end as phone,
               case when lower(coalesce(profiles.email, express.email)) = asked.email then asked.cpf end as cpf
             from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::date[], $6::text[], $7::text[])
               as asked (user_id, email, city, state, birth_date, phone, cpf)
             join profiles on profiles.id = asked.user_id
             left join express_accounts as express on express.user_id = profiles.id
             where asked.city is not null and (profiles.city is null or profiles.state is null)
               or asked.birth_date is not null and profiles.birth_date is null
               or lower(coalesce(profiles.email, express.email)) = asked.email and (asked.phone is not null and profiles.phone is null
                 or asked.cpf is not null and profiles.cpf is null)
             order by profiles.id for no key update of profiles
           )
           update profiles set
             city = case when profiles.city is null or profiles.state is null
               then coalesce(stated.city, profiles.city) else profiles.city end,
             state = case when profiles.city is null or profiles.state is null
               then coalesce(stated.state, profiles.state) else profiles.state end,
             birth_date = coalesce(profiles.birth_date, stated.birth_date),
             phone = coalesce(profiles.phone, stated.phone),
             cpf = coalesce(profiles.cpf, stated.cpf)
           from stated where profiles.id = stated.id`,
    values: [
      stated.map(({ userId }) => userId),
      stated.map(({ email }) => email.toLowerCase()),
      stated.map(({ city }) => city?.trim() ?? null),
      stated.map(({ state }) => state ?? null),
      stated.map(({ birthDate }) => birthDate ?? null),
      stated.map(({ phone }) => digitsOf(phone)),
      stated.map(({ cpf }) => digitsOf(cpf)),
    ],
  });
  if (later.length > 0) await saveAll(pool, later);
  return all.map(() => undefined);
}

function digitsOf(text: string | undefined): string | null {
  return text?.replaceAll(/\D/g, '') ?? null;
}
