/**
 * Cost of a whole purchase: from an empty cart to a paid order with its mails sent and its jobs done, with the provider
 * over HTTP. Measures the CPU time of the web process, the worker and the database, the write-ahead log (WAL), and the
 * time to drain the backlog after the last buyer. `npm run bench -- purchase`.
 *
 * Options: `--orders N` (2000); `--buyers N`, concurrent (64); `--statements` lists the SQL statements of each process
 * with their database time; `--tables` lists the rows, index entries and log per table; `--steps` also runs the same
 * number of purchases step by step, all buyers in the same step at a time, and prints the cost of each step; `--profile
 * FOLDER` writes CPU profiles of web process and worker to the folder; `--document` writes its part of
 * docs/measurements.md.
 */
import type { ChildProcess } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@mare/server/soak/shop/start-shop.testing.ts';
import { Client } from 'undici';
import { checkOrders } from '../deployment/purchase.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { cpuSeconds } from '../processes/process-usage.ts';
import {
  replyOf,
  startOrderFloor,
  startProvider,
  startWebProcess,
  startWorkerProcess,
} from '../processes/processes.ts';
import { describeRun, markdownTable, writePart } from '../reporting/document.ts';
import { buyInSteps, buyWhole, type WholePurchase } from './whole-purchase.ts';
import { clearStatementTimes, printStatementTimes, STATEMENT_SETTINGS } from './statement-times.ts';
import { walPosition } from './measure.ts';
import { quantile, runConcurrently } from './run-concurrently.ts';
import { startLoad } from './sellers.ts';
import { printSteps, type Usage } from './step-costs.ts';
import { beginTableWrites } from './table-writes.ts';
import { benchBuyer } from '../shop/bench-buyers.ts';
import { createSessions } from '../shop/bench-sessions.ts';
import { openShop, type Shop } from '../shop/bench-shop.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { planOrders } from '../shop/stock.ts';

const GOALS = { programMs: 5, databaseMs: 3, backlogSeconds: 10 };
const WARM_UP = 200;
/** Purchases per round of `--steps`: few, so that no order expires before its page is read. */
const ROUND = 250;
const GIVE_UP_SECONDS = 300;

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '2000' },
    buyers: { type: 'string', default: '64' },
    statements: { type: 'boolean', default: false },
    tables: { type: 'boolean', default: false },
    steps: { type: 'boolean', default: false },
    profile: { type: 'string' },
    document: { type: 'boolean', default: false },
  },
});
const [orders, buyers] = [Number(options.orders), Number(options.buyers)];
const loadBefore = loadavg()[0]!;

const cleanup = createCleanup();
try {
  const shop = await openShop(buyers, cleanup, options.statements ? STATEMENT_SETTINGS : {});
  const tokens = await createSessions(shop);
  const provider = await startProvider(cleanup);
  const port = await freePort();
  const settings = {
    TRUSTED_PROXY_HOPS: '1',
    BENCH_PORT: String(port),
    ...(options.statements && { BENCH_STATEMENTS: '1' }),
    BENCH_PROVIDER_URL: provider,
    BENCH_WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks/mercadopago?source_news=webhooks`,
  };
  const processOptions = { settings, profileFolder: options.profile };
  const web = await startWebProcess(shop.socketUrl, cleanup, processOptions);
  const worker = await startWorkerProcess(shop.socketUrl, cleanup, processOptions);
  const rifaId = await addSoldRifa(shop.db, shop.pool, 1_000_000, 0);
  const clients = Array.from({ length: buyers }, () => ({
    site: new Client(`http://127.0.0.1:${port}`, { keepAliveTimeout: 600_000 }),
    provider: new Client(provider, { keepAliveTimeout: 600_000 }),
  }));
  const floor = await measureFloor(shop, tokens, rifaId);

  let index = 0;
  const createSetup = (at: number) => ({
    rifaId,
    token: tokens[at]!,
    buyer: benchBuyer(at),
    ipAddress: `198.51.${at >> 8}.${at & 255}`,
  });
  async function buyAll(count: number): Promise<WholePurchase[]> {
    const completed: WholePurchase[] = [];
    const purchases = Array.from({ length: count }, () => async () => {
      const client = clients.pop()!;
      completed.push(await buyWhole({ ...client, ...createSetup(index++ % tokens.length) }));
      clients.push(client);
    });
    await runConcurrently(purchases, buyers);
    return completed;
  }
  const readUsage = async (): Promise<Usage> => ({
    web: cpuSeconds(web.child.pid!),
    worker: cpuSeconds(worker.pid!),
    database: shop.databaseCpuSeconds(),
    wal: await walPosition(shop),
  });

  await buyAll(WARM_UP);
  await waitForBacklog(shop, WARM_UP);
  await shop.pool.query('vacuum analyze');
  if (options.statements) {
    for (const child of [web.child, worker]) await takeStatements(child);
    await clearStatementTimes(shop);
  }
  const writes = options.tables ? await beginTableWrites(shop) : null;
  const [jobsBefore, commitsBefore, before] = [
    await countJobs(shop),
    await countCommits(shop),
    await readUsage(),
  ];
  const began = performance.now();
  const purchases = await buyAll(orders);
  const seconds = (performance.now() - began) / 1000;
  const backlogSeconds = await waitForBacklog(shop, WARM_UP + orders);
  const after = await readUsage();
  const costPerOrder = (key: keyof Usage) => (after[key] - before[key]) / orders;
  await checkOrders(
    shop,
    rifaId,
    purchases.map(({ orderId }) => orderId),
  );
  const cost = {
    webMs: costPerOrder('web') * 1000,
    workerMs: costPerOrder('worker') * 1000,
    databaseMs: costPerOrder('database') * 1000,
    walKilobytes: costPerOrder('wal') / 1000,
    jobs: ((await countJobs(shop)) - jobsBefore) / orders,
    commits: ((await countCommits(shop)) - commitsBefore) / orders,
    requests: purchases.reduce((sum, { requests }) => sum + requests, 0) / orders,
  };
  const ascending = (key: 'codeMs' | 'paidMs') =>
    purchases.map((purchase) => purchase[key]).toSorted((a, b) => a - b);
  const rows = [
    ['web process', `${cost.webMs.toFixed(2)} ms`, `${floor.webMs.toFixed(2)} ms`],
    ['worker', `${cost.workerMs.toFixed(2)} ms`, ''],
    ['database', `${cost.databaseMs.toFixed(2)} ms`, `${floor.databaseMs.toFixed(2)} ms`],
    ['write-ahead log', `${cost.walKilobytes.toFixed(1)} kB`, `${(floor.walBytes / 1000).toFixed(1)} kB`],
    ['transactions', cost.commits.toFixed(1), '1'],
    ['jobs', cost.jobs.toFixed(1), ''],
    ['requests to the shop', cost.requests.toFixed(1), '1'],
  ];
  const goals = [
    goal('web process and worker', cost.webMs + cost.workerMs, GOALS.programMs, 'ms'),
    goal('database', cost.databaseMs, GOALS.databaseMs, 'ms'),
    goal('backlog after the last buyer', backlogSeconds, GOALS.backlogSeconds, 's'),
  ];
  for (const row of rows) console.log(`${row[0]!.padEnd(24)} ${row[1]!.padStart(12)}  floor ${row[2]}`);
  for (const row of goals) console.log(row.join('  '));
  const [code, paid] = [ascending('codeMs'), ascending('paidMs')];
  const times =
    `${(orders / seconds).toFixed(0)} purchases/s; from the click to the Pix code p50 ${Math.round(quantile(code, 0.5))} ms, ` +
    `p99 ${Math.round(quantile(code, 0.99))} ms; from the payment to the page that shows it p50 ${Math.round(quantile(paid, 0.5))} ms, p99 ${Math.round(quantile(paid, 0.99))} ms`;
  console.log(times);
  await writes?.print(orders);
  if (options.statements) {
    await printStatements('web process', web.child);
    await printStatements('worker', worker);
    await printStatementTimes(shop, orders);
  }
  if (options.steps)
    await printSteps({
      rounds: Math.floor(orders / ROUND),
      startPurchases: () =>
        Array.from({ length: ROUND }, () => {
          const at = index++ % tokens.length;
          return buyInSteps({ ...clients[at % buyers]!, ...createSetup(at), isSettled: true });
        }),
      buyers,
      readUsage,
      settle: (made) => waitForBacklog(shop, WARM_UP + orders + made),
    });
  if (options.document) writePart('purchase', compose(rows, goals, times));
  if (goals.some((row) => row[3] !== 'yes')) process.exitCode = 1;
} finally {
  await cleanup.run();
}

function goal(what: string, measured: number, maximum: number, unit: string): string[] {
  return [
    what,
    `at most ${maximum} ${unit}`,
    `${measured.toFixed(2)} ${unit}`,
    measured <= maximum ? 'yes' : '**no**',
  ];
}

/** A bare server that authenticates, parses and inserts one row: see `order`. */
async function measureFloor(shop: Shop, tokens: string[], rifaId: string) {
  const server = await startOrderFloor(shop.socketUrl, cleanup);
  const load = startLoad([server.port], tokens, cleanup);
  const plan = await planOrders(shop.platform, [rifaId], { k: 10, requested: false }, orders);
  await load.sellTo(buyers, plan);
  const [web, database, wal] = [
    cpuSeconds(server.child.pid!),
    shop.databaseCpuSeconds(),
    await walPosition(shop),
  ];
  await load.sellTo(buyers, plan);
  return {
    webMs: ((cpuSeconds(server.child.pid!) - web) * 1000) / orders,
    databaseMs: ((shop.databaseCpuSeconds() - database) * 1000) / orders,
    walBytes: ((await walPosition(shop)) - wal) / orders,
  };
}

/** Waits until all jobs are done, all webhooks read and all messages sent. @returns seconds */
async function waitForBacklog({ pool }: Shop, paid: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ left: number; paid: number }>(
      `select (select count(*)::integer from pgboss.job
           where state < 'completed' and not blocked and start_after <= now()) +
         (select count(*)::integer from webhook_inbox where status in ('pending', 'processing')) +
         (select count(*)::integer from outbox where state = 'waiting') as left,
         (select count(*)::integer from orders where status = 'paid') as paid`,
    );
    const seconds = (performance.now() - began) / 1000;
    if (rows[0]!.left === 0 && rows[0]!.paid >= paid) return seconds;
    if (seconds > GIVE_UP_SECONDS) throw new Error(`after ${GIVE_UP_SECONDS} s: ${JSON.stringify(rows[0])}`);
    await pause(200);
  }
}

async function countJobs({ pool }: Shop): Promise<number> {
  const { rows } = await pool.query<{ jobs: number }>(
    'select (select count(*)::integer from pgboss.job) as jobs',
  );
  return rows[0]!.jobs;
}

async function countCommits({ pool }: Shop): Promise<number> {
  const { rows } = await pool.query<{ commits: string }>(
    'select xact_commit as commits from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]!.commits);
}

async function takeStatements(child: ChildProcess): Promise<[text: string, count: number][]> {
  child.send('statements');
  return replyOf(child);
}

async function printStatements(name: string, child: ChildProcess): Promise<void> {
  const statements = (await takeStatements(child)).toSorted((one, other) => other[1] - one[1]);
  const sent = statements.reduce((sum, [, count]) => sum + count, 0);
  console.log(`${name}: ${(sent / orders).toFixed(1)} statements a purchase`);
  for (const [text, count] of statements)
    if (count / orders >= 0.02) console.log(`${(count / orders).toFixed(2).padStart(6)}  ${text}`);
}

function compose(rows: string[][], goals: string[][], times: string): string {
  return `## A whole purchase

${describeRun('purchase', loadBefore)}

${orders} purchases by ${buyers} concurrent buyers as the storefront makes them: the rifa, drawing ten numbers, the cart, a signed quote, the order with its Pix code, the emptied cart, the order's page, the payment at the provider, its webhook, and the page again until it shows the payment. One web process and one worker, which reach the database through its Unix socket as the program does with the built-in one, the provider's client over HTTP, its sandbox on a database that does not count. Counted until every mail is sent and every job done. The floor is a bare server that authenticates, parses and inserts one row (see \`order\`), in the same run. ${times}.

${markdownTable(['goal', 'set', 'measured', 'met'], goals)}

${markdownTable(['per order', 'measured', 'floor'], rows)}
`;
}
