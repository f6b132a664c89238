/**
 * Three stateless web processes behind nginx: each request of a purchase goes to the next process, and one process is
 * killed during the run. `npm run test:deploy -- balancer`; needs Debian's nginx.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const nginx = findProgram('nginx');
const cleanup = createCleanup();
try {
  const folder = mkdtempSync(join(tmpdir(), 'mare-balancer-'));
  cleanup.add(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  const shop = await openShop(BUYERS, cleanup);
  const rifaId = await addSoldRifa(shop.db, shop.pool, 1_000_000, 0);
  const tokens = await createSessions(shop);
  const webs: Awaited<ReturnType<typeof startWebProcess>>[] = [];
  for (let count = 0; count < PROCESSES; count++)
    webs.push(await startWebProcess(shop.url, cleanup, { settings: { TRUSTED_PROXY_HOPS: '2' } }));
  const port = await freePort();
  const log = join(folder, 'access.log');
  writeFileSync(
    join(folder, 'nginx.conf'),
    configuration(
      folder,
      log,
      port,
      webs.map((web) => web.port),
    ),
  );
  await startProgram(
    nginx,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    port,
    cleanup,
  );

  const acknowledged: string[] = [];
  const purchases = Array.from({ length: PURCHASES }, (_, index) => async () => {
    if (acknowledged.length === Math.floor(PURCHASES / 3) && !webs[0]!.child.killed)
      webs[0]!.child.kill('SIGKILL');
    acknowledged.push(await buyOnce(`http://127.0.0.1:${port}`, tokens[index % tokens.length]!));
  });
  const { seconds } = await runConcurrently(purchases, BUYERS);
  if (!webs[0]!.child.killed) throw new Error('no process was killed');
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const served = webs.map((web) => lines.filter((line) => line.endsWith(`127.0.0.1:${web.port}`)).length);
  if (served.some((count) => count === 0)) throw new Error(`requests went to ${served.join(', ')}`);
  reportPass(
    `${PURCHASES} purchases in ${seconds.toFixed(1)} s over ${PROCESSES} processes (${served.join(', ')} requests)`,
  );
  const retried = lines.filter((line) => line.includes(',')).length;
  reportPass(
    `one process was killed: the balancer retried ${retried} requests on another one, none was lost`,
  );
  await checkOrders(shop, rifaId, acknowledged);
} finally {
  await cleanup.run();
}

/** As in docs/scale.md: payments carry an idempotency key, so nginx may retry them on another process. */
function configuration(folder: string, log: string, port: number, ports: readonly number[]): string {
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  log_format upstreams '$request_method $uri $status $upstream_addr';
  access_log ${log} upstreams;
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream web {
    ${ports.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=5s;`).join('\n    ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://web;
      proxy_http_version 1.1;
      proxy_set_header Connection '';
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_next_upstream error timeout non_idempotent;
      proxy_connect_timeout 2s;
    }
  }
}
`;
}
