import { sql, type RawBuilder } from 'kysely';

/** SQL of the id of an account's person. @param profiles the table `profiles` or its alias in the query */
export function personOfAccount(profiles: string): RawBuilder<string> {
  return sql<string>`coalesce(${sql.ref(`${profiles}.personId`)}, ${sql.ref(`${profiles}.id`)})`;
}
