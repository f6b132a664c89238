import { sql } from 'kysely';
import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Platform } from '../platform/platform.ts';
import { createUser, insertUserWithoutEmail } from './create-user.ts';
import { selectCounterBuyers } from './find-people-by-contact.ts';

/** A buyer at the counter: with an e-mail address or a phone, or both. */
export interface CounterBuyer {
  name: string;
  email: string | null;
  /** Area code and number, digits only. */
  phone: string | null;
}

/**
 * Finds or creates the account of a manual sale. With an e-mail address the owner signs in later through password
 * recovery; with a phone alone the owner sees the cotas in 'Meus números'.
 * @returns the user's id, or null without a valid contact
 */
export async function findOrCreateBuyer(platform: Platform, buyer: CounterBuyer): Promise<string | null> {
  const { email: typed, name, phone } = buyer;
  if (typed === null) return phone === null ? null : findOrCreateByPhone(platform, name, phone);
  const email = normalizeEmail(typed);
  if (!email) return null;
  const find = () =>
    platform.db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirst();
  const known = await find();
  if (known) return known.id;
  // A random password that is not stored anywhere.
  const password = platform.random.bytes(24).toString('base64url');
  const created = await createUser(platform, { email, name, phone: phone ?? undefined, password });
  // A concurrent request created it.
  return created.ok ? created.value : ((await find())?.id ?? null);
}

/**
 * Only accounts that no one can sign in to are shared by phone: the phone of another account may be a stranger's claim.
 * A lock per phone keeps concurrent sales to one account.
 */
function findOrCreateByPhone(
  deps: Pick<Platform, 'db' | 'clock' | 'random'>,
  name: string,
  phone: string,
): Promise<string> {
  return inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`counter-buyer:${phone}`}, 7))`.execute(trx);
    const known = await selectCounterBuyers(trx, phone).executeTakeFirst();
    if (known) return known.id;
    return insertUserWithoutEmail(deps, trx, { name, phone, metadata: { name } });
  });
}
