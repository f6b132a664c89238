/**
 * Web processes behind PgBouncer in transaction mode: purchases and live notifications work, while LISTEN, batch writers
 * and jobs connect directly. `npm run test:deploy -- pooler`; needs Debian's pgbouncer.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendNotification } from '@mare/server/notifications/send-notification.ts';
import { freePort } from '@mare/server/soak/shop/start-shop.testing.ts';
import { createSessions } from '../shop/bench-sessions.ts';
import { openShop } from '../shop/bench-shop.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { startWebProcess } from '../processes/processes.ts';
import { runConcurrently } from '../selling/run-concurrently.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { findProgram, startProgram } from './debian-program.ts';
import { buyOnce, checkOrders, reportPass } from './purchase.ts';

const PROCESSES = 3;
const PURCHASES = 300;
const BUYERS = 24;
/** Far fewer than the 20 per process without a pooler. */
const POOL_SIZE = 8;

const pgbouncer = findProgram('pgbouncer');
const cleanup = createCleanup();
try {
  const folder = mkdtempSync(join(tmpdir(), 'mare-pooler-'));
  chmodSync(folder, 0o755);
  cleanup.add(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  const shop = await openShop(BUYERS, cleanup);
  const rifaId = await addSoldRifa(shop.db, shop.pool, 1_000_000, 0);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(settings, configuration(new URL(shop.url), port), { mode: 0o644 });
  await startProgram(pgbouncer, [settings], port, cleanup, true);

  const pooled = `postgres://anybody:none@127.0.0.1:${port}/shop?pgbouncer=true`;
  const sites: string[] = [];
  for (let count = 0; count < PROCESSES; count++) {
    const web = await startWebProcess(pooled, cleanup, {
      settings: { DATABASE_DIRECT_URL: shop.url, TRUSTED_PROXY_HOPS: '1' },
    });
    sites.push(`http://127.0.0.1:${web.port}`);
  }
  const tokens = await createSessions(shop);
  const acknowledged: string[] = [];
  let connections = { pooled: 0, direct: 0 };
  const purchases = Array.from({ length: PURCHASES }, (_, index) => async () => {
    if (index % 100 === 50) connections = await countConnections();
    acknowledged.push(await buyOnce(sites[index % PROCESSES]!, tokens[index % tokens.length]!));
  });
  const { seconds } = await runConcurrently(purchases, BUYERS);
  reportPass(`${PURCHASES} purchases in ${seconds.toFixed(1)} s through the pooler, in transaction mode`);
  reportPass(
    `${connections.pooled} pooled connections for ${PROCESSES} processes; ${connections.direct} direct ones for batch writers and jobs`,
  );
  await checkOrders(shop, rifaId, acknowledged);

  const abort = new AbortController();
  const stream = await fetch(`${sites[0]}/api/notifications/live`, {
    headers: { authorization: `Bearer ${tokens[0]}`, accept: 'text/event-stream' },
    signal: abort.signal,
  });
  const message = 'O sorteio é hoje.';
  let received = '';
  let isSent = false;
  for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
    received += part;
    if (received.includes(message)) break;
    if (isSent || !received.includes('"ready"')) continue;
    isSent = true;
    await sendNotification(shop.db, shop.platform, { userId: null, type: 'info', title: 'Sorteio', message });
  }
  abort.abort();
  reportPass('live notifications arrive: LISTEN bypasses the pooler');

  async function countConnections() {
    const { rows } = await shop.pool.query<{ pooled: number; direct: number }>(
      `select count(*) filter (where application_name = 'pgbouncer') as pooled,
         count(*) filter (where application_name <> 'pgbouncer' and pid <> pg_backend_pid()) as direct
       from pg_stat_activity where datname = 'shop'`,
    );
    return rows[0]!;
  }
} finally {
  await cleanup.run();
}

function configuration({ hostname, port: serverPort, username, password }: URL, port: number): string {
  return `[databases]
shop = host=${hostname} port=${serverPort} dbname=shop user=${username} password=${decodeURIComponent(password)} connect_query='set application_name = pgbouncer'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 500
application_name_add_host = 0
ignore_startup_parameters = extra_float_digits
`;
}
