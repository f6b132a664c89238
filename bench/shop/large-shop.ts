/** The shop of a few busy years that `panel` and `api` measure: made once, kept in `.data/bench-panel`, used again. */
import { join } from 'node:path';
import { connectPool } from '@mare/database/connect.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrate.ts';
import { type LargeShop, seedLargeShop } from '@mare/database/seed/large-shop.ts';
import type { Closing } from '../processes/closing.ts';

/** @returns the database's address; delete the folder to make it anew */
export async function openLargeShop(size: LargeShop, closing: Closing): Promise<string> {
  const starting = startEmbeddedPostgres({
    dataDir: join(import.meta.dirname, `../../.data/bench-panel/${size.orders}`),
    durable: true,
    maxConnections: 100,
  });
  closing.add(async () => (await starting).stop());
  const url = (await starting).url('postgres');
  await migrate(url);
  const pool = connectPool({ url, max: 1 });
  try {
    const { rows } = await pool.query('select exists (select from rifas) as made');
    if (!rows[0].made) {
      const began = Date.now();
      await seedLargeShop(pool, size);
      console.log(`seeded in ${Math.round((Date.now() - began) / 1000)} s`);
    }
  } finally {
    await pool.end();
  }
  return url;
}
