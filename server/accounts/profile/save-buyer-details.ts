import { sql } from 'kysely';
import type { CustomerInfo } from '@mare/contract/checkout/checkout.ts';
import type { Platform } from '../../platform/platform.ts';

export type StatedContact = Pick<CustomerInfo, 'email' | 'phone' | 'cpf'>;

/** City and state are one fact: both or neither. */
export type DeclaredResidence = Pick<CustomerInfo, 'city' | 'state' | 'birthDate'>;

/** What decides on participation. The CPF in digits. */
export type DeclaredBuyer = DeclaredResidence & Pick<CustomerInfo, 'cpf'>;

/**
 * Saves what a buyer states at checkout where the profile does not hold it yet; known values change in Minha Conta
 * only. Phone and CPF are saved only with the account's own e-mail address: otherwise they may belong to another person.
 */
export async function saveBuyerDetails(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  { email, phone, cpf, city, state, birthDate }: StatedContact & DeclaredResidence,
): Promise<void> {
  if ([phone, cpf, city, birthDate].every((value) => value === undefined)) return;
  await sql`
    update profiles set
      city = case when profiles.city is null or profiles.state is null
        then coalesce(stated.city, profiles.city) else profiles.city end,
      state = case when profiles.city is null or profiles.state is null
        then coalesce(stated.state, profiles.state) else profiles.state end,
      birth_date = coalesce(profiles.birth_date, stated.birth_date),
      phone = coalesce(profiles.phone, stated.phone),
      cpf = coalesce(profiles.cpf, stated.cpf)
    from (
      select id,
        ${city?.trim() ?? null}::text as city, ${state ?? null}::text as state,
        ${birthDate ?? null}::date as birth_date,
        case when lower(email) = ${email.toLowerCase()} then ${digitsOf(phone)}::text end as phone,
        case when lower(email) = ${email.toLowerCase()} then ${digitsOf(cpf)}::text end as cpf
      from profiles where id = ${userId}
    ) as stated
    where profiles.id = stated.id and (
      stated.city is not null and (profiles.city is null or profiles.state is null)
      or stated.birth_date is not null and profiles.birth_date is null
      or stated.phone is not null and profiles.phone is null
      or stated.cpf is not null and profiles.cpf is null)`.execute(db);
}

function digitsOf(text: string | undefined): string | null {
  return text?.replaceAll(/\D/g, '') ?? null;
}
