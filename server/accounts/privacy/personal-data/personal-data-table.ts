/** How a table says what it holds of a person, and the ways to find and to empty it that several share. */
import { type RawBuilder, sql } from 'kysely';

export interface Person {
  userId: string;
  /** In lower case; null when the account has none. */
  email: string | null;
}

export interface PersonalDataTable {
  table: string;
  /** Section of the export; without one the rows say nothing that the person has not got elsewhere. */
  section?: string;
  /** Columns of the export. */
  columns?: string[];
  whose: (person: Person) => RawBuilder<unknown>;
  /** `keep`: draws, law or bookkeeping need the rows, and nothing in them is personal. */
  onDeletion: 'delete' | 'keep' | Record<string, RawBuilder<unknown>>;
}

export const by = (column: string) => (person: Person) => sql`${sql.ref(column)} = ${person.userId}`;
export const ofOrders = ({ userId }: Person) =>
  sql`order_id in (select id from orders where user_id = ${userId})`;
export const nothing = sql`null`;
export const noObject = sql`'{}'::jsonb`;
export const erasedText = sql`'(apagado)'`;
