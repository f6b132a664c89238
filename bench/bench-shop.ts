/** A shop to be measured: a durable PostgreSQL of its own, migrated, with buyers. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectKysely, connectPool } from '@mare/database/connect.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded-postgres.ts';
import { migrate } from '@mare/database/migrate.ts';
import type { ReserveRequest } from '@mare/server/orders/reserve-order.ts';
import { systemClock, systemRandom } from '@mare/server/platform/clock.ts';
import { createLog } from '@mare/server/platform/log.ts';
import { prepareFloor } from './floor.ts';

/** More people than buy at once: one who pays for order after order would meet the limit on payments. */
const PEOPLE = 4_000;
/** Connections beside the buyers' own, which the floor opens. */
const SERVING_CONNECTIONS = 80;

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** @param buyers at once. */
export async function openShop(buyers: number) {
  const home = join(import.meta.dirname, '../.data');
  mkdirSync(home, { recursive: true });
  const dataDir = mkdtempSync(join(home, 'bench-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: true,
    maxConnections: buyers + SERVING_CONNECTIONS,
  });
  const url = server.url('postgres');
  await migrate(url);
  const pool = connectPool({ url, max: 8 });
  const db = connectKysely(pool);
  await prepareFloor(pool);
  const users = Array.from({ length: PEOPLE }, () => randomUUID());
  await pool.query('insert into auth.users (id) select unnest($1::uuid[])', [users]);
  await pool.query(
    `insert into profiles (id, city, state, birth_date) select unnest($1::uuid[]), 'Maceió', 'AL', '1990-02-28'`,
    [users],
  );
  return {
    url,
    pool,
    db,
    users,
    platform: { db, pool, clock: systemClock, random: systemRandom, log: createLog('silent') },
    async close() {
      await pool.end();
      await server.stop();
      // The cluster may stand elsewhere, where the server's own account can reach it.
      rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** @param holdEndsIn milliseconds from now; negative for a hold that is over. */
export function orderOf(
  userId: string,
  rifaId: string,
  quantity: number,
  wishedNumbers: number[],
  holdEndsIn = 900_000,
): ReserveRequest {
  const totalCentavos = quantity * 100;
  return {
    orderId: randomUUID(),
    externalReference: randomUUID(),
    userId,
    clientRequestId: randomUUID(),
    customer: { name: 'Maria Silva', email: 'maria@exemplo.com.br' },
    totalCentavos,
    holdExpiresAt: new Date(Date.now() + holdEndsIn),
    lines: [{ rifaId, quantity, wishedNumbers, bonusQuantity: 0, unitPriceCentavos: 100, totalCentavos }],
    attempt: null,
  };
}
