/** Reassigns all rows that refer to a person to another, found through the database catalog so that no table is missed. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Tables with a merge of their own, where two rows become one, and tables that a merge does not change. */
const BY_HAND = [
  'profiles',
  'persons',
  'own_limits',
  'email_preferences',
  'rifa_shares',
  'referrals',
  'merged_people',
  // Immutable: names the account that acted.
  'draw_seals',
  'legal_files',
  // Deleted with the account that a purchase opened.
  'express_accounts',
];

interface Reference {
  table: string;
  column: string;
}

interface UniqueKey {
  /** Other columns of the unique key. */
  others: string[];
  /** Predicate of a partial index. */
  condition: string | null;
}

export async function reassignRecords(trx: Transaction<DB>, formerId: string, intoId: string): Promise<void> {
  for (const reference of await findReferences(trx)) {
    const { table, column } = reference;
    for (const key of await findUniqueKeys(trx, reference))
      await deleteDuplicates(trx, reference, key, { formerId, intoId });
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${intoId} where ${sql.ref(column)} = ${formerId}`.execute(
      trx,
    );
  }
}

/** Foreign keys to people, except those of the auth schema, which end with the account. */
async function findReferences(trx: Transaction<DB>): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as "table", attname::text as "column"
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
     where contype = 'f' and confrelid = 'profiles'::regclass
       and conrelid::regclass::text <> all (${BY_HAND}) order by 1, 2`.execute(trx);
  return rows;
}

async function findUniqueKeys(trx: Transaction<DB>, { table, column }: Reference): Promise<UniqueKey[]> {
  const { rows } = await sql<UniqueKey>`
    select array(
        select attname::text from pg_attribute
         where attrelid = indrelid and attnum = any (indkey) and attname <> ${column} order by attnum) as others,
      pg_get_expr(indpred, indrelid) as condition
    from pg_index
    where indrelid = ${table}::regclass and indisunique and indexprs is null
      and (select attnum from pg_attribute where attrelid = indrelid and attname = ${column}) = any (indkey)`.execute(
    trx,
  );
  return rows;
}

async function deleteDuplicates(
  trx: Transaction<DB>,
  { table, column }: Reference,
  { others, condition }: UniqueKey,
  { formerId, intoId }: { formerId: string; intoId: string },
): Promise<void> {
  const [from, person] = [sql.table(table), sql.ref(column)];
  const within = condition === null ? sql`true` : sql.raw(condition);
  const theirs = sql`select ${others.length === 0 ? sql`1` : sql.join(others.map((other) => sql.ref(other)))}
    from ${from} where ${person} = ${intoId} and ${within}`;
  const isDuplicate =
    others.length === 0
      ? sql`exists (${theirs})`
      : sql`(${sql.join(others.map((other) => sql.ref(other)))}) in (${theirs})`;
  await sql`delete from ${from} where ${person} = ${formerId} and ${within} and ${isDuplicate}`.execute(trx);
}
