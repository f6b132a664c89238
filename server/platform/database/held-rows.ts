import { type RawBuilder, sql } from 'kysely';

interface Held {
  id: string | number;
  attempts: number;
}

/** Claimed rows as `held (id, attempts)`: one that another worker has claimed since has more attempts. */
export function heldRows(rows: readonly Held[], idType: 'uuid' | 'bigint'): RawBuilder<unknown> {
  return sql`unnest(${rows.map(({ id }) => id)}::${sql.raw(idType)}[],
    ${rows.map(({ attempts }) => attempts)}::integer[]) as held (id, attempts)`;
}
