/** Deletes rows by age: each feature declares its rules, one job applies them. */
import { type RawBuilder, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import type { Platform } from '../platform.ts';

/** Rows whose `column` is older than `days` are deleted. */
export interface RetentionRule {
  table: keyof DB;
  /** A timestamp, or with `isDate` a date in Maceió. */
  column: string;
  /** 0 if the column holds the expiry itself. */
  days: number;
  isDate?: boolean;
  /** Only rows for which it holds. */
  where?: RawBuilder<boolean>;
}

/** A declared rule, or a named function if a delete by age is not enough. It returns the number of rows or records. */
export type Retention<Deps> = RetentionRule | ((deps: Deps) => Promise<number>);

type Deps = Pick<Platform, 'db' | 'clock'>;

const DAY_MS = 86_400_000;
/** Rows deleted in one transaction, so that locks are short. */
const BATCH_ROWS = 5_000;

/** @returns rows deleted, by table or function name. */
export async function purge<D extends Deps>(
  deps: D,
  retention: readonly Retention<D>[],
): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const rule of retention) {
    const name = typeof rule === 'function' ? rule.name : rule.table;
    const count = typeof rule === 'function' ? await rule(deps) : await purgeByAge(deps, rule);
    purged[name] = (purged[name] ?? 0) + count;
  }
  return purged;
}

async function purgeByAge({ db, clock }: Deps, rule: RetentionRule): Promise<number> {
  const before = new Date(clock.now().getTime() - rule.days * DAY_MS);
  const cutoff = rule.isDate ? dateInMaceio(before) : before;
  let total = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(rule.table)} where ctid = any (array(
        select ctid from ${sql.table(rule.table)}
        where ${sql.ref(rule.column)} < ${cutoff} and ${rule.where ?? sql<boolean>`true`}
        limit ${BATCH_ROWS}))`.execute(db);
    total += Number(numAffectedRows);
    if (numAffectedRows < BATCH_ROWS) return total;
  }
}
