/** Writes per table in a run: rows, index entries, and bytes of the WAL. */
import type { Shop } from '../shop/bench-shop.ts';

const COUNTS = ['inserts', 'updates', 'hot', 'deletes'] as const;

type Counts = Record<(typeof COUNTS)[number], number>;

interface TableCounts extends Counts {
  name: string;
  indexes: number;
}

interface LoggedWrites {
  name: string;
  /** Null for the table itself. */
  index: string | null;
  /** Index entries or table rows. */
  entries: number;
  bytes: number;
  /** Bytes of full-page images, logged with a page's first change after a checkpoint. */
  pages: number;
}

const COUNT_ROWS = `
  select schemaname || '.' || relname as name, n_tup_ins::float8 as inserts, n_tup_upd::float8 as updates,
    n_tup_hot_upd::float8 as hot, n_tup_del::float8 as deletes,
    (select count(*)::integer from pg_index where indrelid = relid) as indexes
  from pg_stat_user_tables`;

/** A record may reference several blocks: its size is divided among them. */
const READ_LOG = `
  select coalesce(owner.oid, relation.oid)::regclass::text as name,
    case when owner.oid is not null then relation.relname end as index,
    count(*) filter (where record_type ~ '^(INSERT|MULTI_INSERT|UPDATE|HOT_UPDATE|DELETE)' and block_id = 0)::float8 as entries,
    sum(record_length::float8 / blocks) as bytes, sum(block_fpi_length)::float8 as pages
  from (select *, count(*) over (partition by start_lsn) as blocks from pg_get_wal_block_info($1, $2)) as block
  join pg_class as relation on pg_relation_filenode(relation.oid) = block.relfilenode
  left join pg_index as key on key.indexrelid = relation.oid
  left join pg_class as owner on owner.oid = key.indrelid
  where reldatabase = (select oid from pg_database where datname = current_database())
  group by 1, 2 order by 4 desc`;

const READ_RECORD_TYPES = `
  select "resource_manager/record_type" as name, count::float8, (record_size + fpi_size)::float8 as bytes
  from pg_get_wal_stats($1, $2, true) where count > 0 order by 3 desc`;

export async function beginTableWrites(shop: Shop) {
  await shop.pool.query('create extension if not exists pg_walinspect');
  const before = new Map((await countRows(shop)).map((table) => [table.name, table]));
  const from = await readWalPosition(shop);
  return {
    /** @param purchaseCount number of purchases */
    async print(purchaseCount: number): Promise<void> {
      const to = await readWalPosition(shop);
      const { rows: logged } = await shop.pool.query<LoggedWrites>(READ_LOG, [from, to]);
      const tables = (await countRows(shop)).map((table) => subtractCounts(table, before.get(table.name)));
      printTables(tables, logged, purchaseCount);
      printIndexes(logged, purchaseCount);
      const { rows } = await shop.pool.query<{ name: string; count: number; bytes: number }>(
        READ_RECORD_TYPES,
        [from, to],
      );
      console.log('records of the log: each purchase, bytes');
      for (const { name, count, bytes } of rows.slice(0, 25))
        console.log(formatLine([count / purchaseCount, bytes / purchaseCount], name));
    },
  };
}

function printTables(tables: TableCounts[], logged: LoggedWrites[], purchaseCount: number): void {
  console.log(
    'per purchase: inserts, updates (HOT), deletes, indexes, entries of them; bytes of log: rows, indexes, pages',
  );
  const sumOf = (name: string, key: 'entries' | 'bytes' | 'pages', part: 'rows' | 'indexes' | 'both') =>
    logged
      .filter(
        (writes) =>
          withoutSchema(writes.name) === withoutSchema(name) &&
          (part === 'both' || (writes.index === null) === (part === 'rows')),
      )
      .reduce((sum, writes) => sum + writes[key], 0) / purchaseCount;
  const rows = tables
    .map((table) => ({ table, bytes: sumOf(table.name, 'bytes', 'both') }))
    .filter(({ bytes }) => bytes > 5)
    .toSorted((one, other) => other.bytes - one.bytes);
  for (const { table } of rows) {
    const { name } = table;
    const numbers = COUNTS.map((key) => table[key] / purchaseCount);
    const log = [sumOf(name, 'bytes', 'rows'), sumOf(name, 'bytes', 'indexes'), sumOf(name, 'pages', 'both')];
    console.log(formatLine([...numbers, table.indexes, sumOf(name, 'entries', 'indexes'), ...log], name));
  }
}

function printIndexes(logged: LoggedWrites[], purchaseCount: number): void {
  console.log('indexes: entries, bytes of log');
  for (const { index, name, entries, bytes } of logged)
    if (index && bytes / purchaseCount > 5)
      console.log(formatLine([entries / purchaseCount, bytes / purchaseCount], `${name}  ${index}`));
}

function formatLine(numbers: number[], text: string): string {
  return `${numbers.map((value) => (value >= 100 ? value.toFixed(0) : value.toFixed(2)).padStart(8)).join('')}  ${text}`;
}

/** Names in the search path have no schema prefix. */
function withoutSchema(name: string): string {
  return name.replace(/^public\./, '');
}

async function countRows({ pool }: Shop): Promise<TableCounts[]> {
  await pool.query('select pg_stat_force_next_flush()');
  return (await pool.query<TableCounts>(COUNT_ROWS)).rows;
}

async function readWalPosition({ pool }: Shop): Promise<string> {
  const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
  return rows[0]!.lsn;
}

function subtractCounts(table: TableCounts, before: TableCounts | undefined): TableCounts {
  const change = { ...table };
  for (const key of COUNTS) change[key] -= before?.[key] ?? 0;
  return change;
}
