import { type ExpressionBuilder, sql } from 'kysely';
import type { CustomerInfo } from '@mare/contract/checkout/checkout.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';

type Contact = Pick<CustomerInfo, 'email' | 'phone' | 'cpf'>;

/**
 * Keeps the phone and CPF that a buyer states at checkout where the profile has none yet: what is known is changed in
 * Minha Conta only. With another e-mail than the account's they may be somebody else's, and are not kept.
 */
export async function keepContact(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  { email, phone, cpf }: Contact,
): Promise<void> {
  if (phone === undefined && cpf === undefined) return;
  const stated = { phone: digitsOf(phone), cpf: digitsOf(cpf) };
  const isNew = (eb: ExpressionBuilder<DB, 'profiles'>, field: keyof typeof stated) =>
    eb.and([eb(field, 'is', null), eb.lit(stated[field] !== null)]);
  await db
    .updateTable('profiles')
    .set((eb) => ({
      phone: eb.fn.coalesce('phone', eb.val(stated.phone)),
      cpf: eb.fn.coalesce('cpf', eb.val(stated.cpf)),
    }))
    .where('id', '=', userId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where((eb) => eb.or([isNew(eb, 'phone'), isNew(eb, 'cpf')]))
    .execute();
}

function digitsOf(text: string | undefined): string | null {
  return text?.replaceAll(/\D/g, '') ?? null;
}
