import { type RawBuilder, sql } from 'kysely';
import { statedEmail } from '../../accounts/express/stated-email.ts';

/**
 * The e-mail address that a winner has now: of the account, else of the own order, else the one that an express account
 * states, else as stored by the draw. In a query with `profiles`, `orders` and the winner.
 * @param winner the table of winners, or its alias
 */
export function winnerEmail(winner: 'winner' | 'rifaWinners'): RawBuilder<string | null> {
  // The order of a received gift has the giver's address.
  return sql`coalesce(profiles.email,
    case when orders.user_id = ${sql.ref(`${winner}.userId`)} then nullif(orders.customer ->> 'email', '') end,
    ${statedEmail(`${winner}.userId`)},
    ${sql.ref(`${winner}.winnerEmail`)})`;
}
