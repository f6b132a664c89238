import type pg from 'pg';

/** Bytes that `work` writes to the WAL. @param pool with a single connection, because WAL is counted per connection */
export async function countWalBytes(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  const before = await readWalBytes(pool);
  await work();
  return (await readWalBytes(pool)) - before;
}

async function readWalBytes(pool: pg.Pool): Promise<number> {
  if (pool.options.max !== 1) throw new Error('counting WAL bytes needs a pool with one connection');
  // PostgreSQL publishes a connection's statistics when its transaction ends and keeps them until the next one.
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ bytes: string }>(
    'select wal_bytes as bytes from pg_stat_get_backend_wal(pg_backend_pid())',
  );
  return Number(rows[0]!.bytes);
}
