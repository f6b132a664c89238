import type pg from 'pg';

/** Bytes that `work` writes to the write-ahead log. @param pool of one connection: each counts its own log */
export async function countWalBytes(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  const before = await readWalBytes(pool);
  await work();
  return (await readWalBytes(pool)) - before;
}

async function readWalBytes(pool: pg.Pool): Promise<number> {
  if (pool.options.max !== 1) throw new Error('counting the log of a connection needs a pool of one');
  // The statistics of a connection are published when its transaction ends, and kept until the next one.
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ bytes: string }>(
    'select wal_bytes as bytes from pg_stat_get_backend_wal(pg_backend_pid())',
  );
  return Number(rows[0]!.bytes);
}
