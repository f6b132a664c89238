/** The shop of `panel` and `api`: seeded once and cached in `.data/bench-panel`, or in `BENCH_DATA`. */
import { join } from 'node:path';
import { connectPool } from '@mare/database/connection/connect.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrating/migrate.ts';
import { type LargeShop, seedLargeShop } from '@mare/database/seed/large-shop/seed-large-shop.ts';
import type { Cleanup } from '../processes/cleanup.ts';

/** @returns the database URL */
export async function openLargeShop(size: LargeShop, cleanup: Cleanup): Promise<string> {
  const starting = startEmbeddedPostgres({
    dataDir: join(
      process.env.BENCH_DATA ?? join(import.meta.dirname, '../../.data/bench-panel'),
      String(size.orders),
    ),
    durable: true,
    maxConnections: 100,
  });
  cleanup.add(async () => (await starting).stop());
  const url = (await starting).url('postgres');
  await migrate(url);
  const pool = connectPool({ url, max: 1 });
  try {
    const { rows } = await pool.query('select exists (select from rifas) as seeded');
    if (!rows[0].seeded) {
      const began = Date.now();
      await seedLargeShop(pool, size);
      console.log(`seeded in ${Math.round((Date.now() - began) / 1000)} s`);
    }
  } finally {
    await pool.end();
  }
  return url;
}
