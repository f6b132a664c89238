import { type RawBuilder, sql } from 'kysely';

/**
 * The e-mail address that an express account states; null for other accounts. The buyer may not have confirmed it, so it receives
 * what the buyer asked for, and no offers.
 * @param userId a reference to the account's id, as `ticket.userId`
 */
export function statedEmail(userId: string): RawBuilder<string | null> {
  return sql`(select express.email from express_accounts as express where express.user_id = ${sql.ref(userId)})`;
}

/** The e-mail address of a profile, else the stated one. In a query with `profiles`. */
export const emailOrStated: RawBuilder<string | null> =
  sql`coalesce(profiles.email, ${statedEmail('profiles.id')})`;
