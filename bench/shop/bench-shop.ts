/** A shop for benchmarks: a separate durable PostgreSQL, migrated, with buyers. */
import { randomUUID } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrating/migrate.ts';
import type { ReserveRequest } from '@mare/server/orders/reservation/reserve-request.ts';
import { createCaches } from '@mare/server/platform/caching/caches.ts';
import { systemClock, systemRandom } from '@mare/server/platform/clock.ts';
import { createLog } from '@mare/server/platform/log/log.ts';
import { benchBuyer } from './bench-buyers.ts';
import type { Cleanup } from '../processes/cleanup.ts';
import { prepareFloor } from '../selling/floor.ts';
import { treeCpuSeconds, parentOf } from '../processes/process-usage.ts';

/** More than concurrent buyers, so that none exceeds the rate limit on payments. */
const PEOPLE = 5_000;
/** Connections in addition to one per buyer, which the baseline opens. */
const SERVING_CONNECTIONS = 80;

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Fixed: the start stops a server that a killed run left there. */
const DATA_DIR = join(import.meta.dirname, '../../.data/bench');
const DATABASE = 'shop';

/** @param buyers concurrent. @param settings additional ones of the database */
export async function openShop(buyers: number, cleanup: Cleanup, settings: Record<string, string> = {}) {
  const starting = startEmbeddedPostgres({
    dataDir: DATA_DIR,
    durable: true,
    maxConnections: buyers + SERVING_CONNECTIONS,
    settings,
  });
  cleanup.add(async () => {
    await (await starting).stop();
    // A symlink when the server's account cannot reach this folder.
    rmSync(realpathSync(join(DATA_DIR, 'postgres')), { recursive: true, force: true });
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  const server = await starting;
  const url = await freshDatabase(server.url('postgres'));
  const socketUrl = server.socketUrl(DATABASE);
  await migrate(url);
  const shop = await fillShop(url, cleanup);
  const { rows } = await shop.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  const postmaster = parentOf(rows[0]!.pid);
  return {
    ...shop,
    /** Socket through which the program reaches the built-in database. */
    socketUrl,
    /** CPU seconds of the database so far. */
    databaseCpuSeconds: () => treeCpuSeconds(postmaster),
  };
}

/** Adds buyers to a migrated database. */
export async function fillShop(url: string, cleanup: Cleanup) {
  const pool = connectPool({ url, max: 8 });
  cleanup.add(() => pool.end());
  const db = connectKysely(pool);
  await prepareFloor(pool);
  const users = Array.from({ length: PEOPLE }, () => randomUUID());
  const people = users.map((_, index) => benchBuyer(index));
  const emails = people.map(({ email }) => email);
  await pool.query(
    'insert into auth.users (id, email) select id, email from unnest($1::uuid[], $2::text[]) as buyer (id, email)',
    [users, emails],
  );
  await pool.query(
    // Signed up 30 days ago: the measurement must not include welcome mails to thousands of new people.
    `insert into profiles (id, email, cpf, city, state, birth_date, created_at)
     select id, email, cpf, 'Maceió', 'AL', '1990-02-28', now() - interval '30 days'
     from unnest($1::uuid[], $2::text[], $3::text[]) as buyer (id, email, cpf)`,
    [users, emails, people.map(({ cpf }) => cpf)],
  );
  await pool.query(
    'insert into terms_acceptances (user_id, version, accepted_at) select unnest($1::uuid[]), $2, now()',
    [users, TERMS.version],
  );
  return {
    url,
    pool,
    db,
    users,
    platform: {
      db,
      pool,
      caches: createCaches(),
      clock: systemClock,
      random: systemRandom,
      log: createLog('silent'),
    },
  };
}

/** @param url of another database of the server. @returns the URL of an empty one */
export async function freshDatabase(url: string): Promise<string> {
  const pool = connectPool({ url, max: 1 });
  await pool.query(`drop database if exists ${DATABASE} with (force)`);
  await pool.query(`create database ${DATABASE}`);
  await pool.end();
  const fresh = new URL(url);
  fresh.pathname = DATABASE;
  return fresh.href;
}

/** @param holdMs milliseconds until the reservation expires; negative if expired */
export function orderOf(
  userId: string,
  rifaId: string,
  quantity: number,
  requestedNumbers: number[],
  holdMs = 900_000,
): ReserveRequest {
  const totalCentavos = quantity * 100;
  return {
    orderId: randomUUID(),
    externalReference: randomUUID(),
    userId,
    clientRequestId: randomUUID(),
    customer: { name: 'Maria Silva', email: 'maria@exemplo.com.br' },
    totalCentavos,
    holdExpiresAt: new Date(Date.now() + holdMs),
    lines: [{ rifaId, quantity, requestedNumbers, bonusQuantity: 0, unitPriceCentavos: 100, totalCentavos }],
    attempt: null,
  };
}
