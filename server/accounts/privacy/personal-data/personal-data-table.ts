/** Declaration of a table with personal data, and helpers to find and clear rows. */
import { type RawBuilder, sql } from 'kysely';

export interface PersonalDataOwner {
  userId: string;
  /** In lower case; null when the account has none. */
  email: string | null;
}

export interface PersonalDataTable {
  table: string;
  /** Section of the export; omitted if the rows add nothing to other sections. */
  section?: string;
  /** Columns of the export; a function gives an expression with its alias. */
  columns?: (string | ((person: PersonalDataOwner) => RawBuilder<unknown>))[];
  whose: (person: PersonalDataOwner) => RawBuilder<unknown>;
  /** `keep`: draws, law or bookkeeping need the rows, which hold nothing personal, or another entry clears them. */
  onDeletion: 'delete' | 'keep' | Record<string, RawBuilder<unknown>>;
}

export const by = (column: string) => (person: PersonalDataOwner) =>
  sql`${sql.ref(column)} = ${person.userId}`;
/** Rows of the account's person, which its other accounts share. */
export const ofPerson =
  (column: string) =>
  ({ userId }: PersonalDataOwner) =>
    sql`${sql.ref(column)} = (select person_id from profiles where id = ${userId})`;
export const ofOrders = ({ userId }: PersonalDataOwner) =>
  sql`order_id in (select id from orders where user_id = ${userId})`;
/** Tickets of the account, and those sent without an account from its e-mail. */
export const ofTickets =
  (column: string) =>
  ({ userId, email }: PersonalDataOwner) =>
    sql`${sql.ref(column)} in
      (select id from support_tickets where user_id = ${userId} or contact_email = ${email})`;
export const nothing = sql`null`;
export const noObject = sql`'{}'::jsonb`;
export const erasedText = sql`'(apagado)'`;
