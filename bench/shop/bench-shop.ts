/** A shop to be measured: a durable PostgreSQL of its own, migrated, with buyers. */
import { randomUUID } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectKysely, connectPool } from '@mare/database/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrate.ts';
import type { ReserveRequest } from '@mare/server/orders/reservation/reserve-request.ts';
import { systemClock, systemRandom } from '@mare/server/platform/clock.ts';
import { createLog } from '@mare/server/platform/log/log.ts';
import type { Closing } from '../processes/closing.ts';
import { prepareFloor } from '../selling/floor.ts';
import { familySeconds, parentOf } from '../processes/process-costs.ts';

/** More people than buy at once: one who pays for order after order would meet the limit on payments. */
const PEOPLE = 4_000;
/** Connections beside the buyers' own, which the floor opens. */
const SERVING_CONNECTIONS = 80;

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Always the same: the start stops the server of a run that was killed there. */
const HOME = join(import.meta.dirname, '../../.data/bench');
const DATABASE = 'shop';

/** @param buyers at once. */
export async function openShop(buyers: number, closing: Closing) {
  const starting = startEmbeddedPostgres({
    dataDir: HOME,
    durable: true,
    maxConnections: buyers + SERVING_CONNECTIONS,
  });
  closing.add(async () => {
    await (await starting).stop();
    // The cluster may stand elsewhere, where the server's own account can reach it.
    rmSync(realpathSync(join(HOME, 'postgres')), { recursive: true, force: true });
    rmSync(HOME, { recursive: true, force: true });
  });
  const server = await starting;
  const url = await freshDatabase(server);
  await migrate(url);
  const pool = connectPool({ url, max: 8 });
  closing.add(() => pool.end());
  const db = connectKysely(pool);
  await prepareFloor(pool);
  const users = Array.from({ length: PEOPLE }, () => randomUUID());
  await pool.query('insert into auth.users (id) select unnest($1::uuid[])', [users]);
  await pool.query(
    `insert into profiles (id, city, state, birth_date) select unnest($1::uuid[]), 'Maceió', 'AL', '1990-02-28'`,
    [users],
  );
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  const postmaster = parentOf(rows[0]!.pid);
  return {
    url,
    pool,
    db,
    users,
    /** Processor time of the database so far, in seconds. */
    databaseSeconds: () => familySeconds(postmaster),
    platform: { db, pool, clock: systemClock, random: systemRandom, log: createLog('silent') },
  };
}

async function freshDatabase(server: EmbeddedPostgres): Promise<string> {
  const pool = connectPool({ url: server.url('postgres'), max: 1 });
  await pool.query(`drop database if exists ${DATABASE} with (force)`);
  await pool.query(`create database ${DATABASE}`);
  await pool.end();
  return server.url(DATABASE);
}

/** @param holdEndsIn milliseconds from now; negative for a hold that is over. */
export function orderOf(
  userId: string,
  rifaId: string,
  quantity: number,
  requestedNumbers: number[],
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
    lines: [{ rifaId, quantity, requestedNumbers, bonusQuantity: 0, unitPriceCentavos: 100, totalCentavos }],
    attempt: null,
  };
}
