/**
 * Cost of growth: processor time of web process and database for each read of a large shop, compared with a shop of ten
 * thousand orders in the same run, and time and memory of each scheduled job. `npm run bench -- growth`.
 *
 * Options: `--orders N` of the large shop (1000000; ten years of a big one are 10000000, which take an hour to seed);
 * `--requests N` per measurement (400); `--jobs` runs only the scheduled jobs. Fails if a read costs more than 1.3 times as much, or a job takes over a minute.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { migrate } from '@mare/database/migrating/migrate.ts';
import { seedLargeShop } from '@mare/database/seed/large-shop/seed-large-shop.ts';
import { systemClock, systemRandom } from '@mare/server/platform/clock.ts';
import type { Job } from '@mare/server/platform/jobs/define-job.ts';
import { createLog } from '@mare/server/platform/log/log.ts';
import { openAuth } from '@mare/server/accounts/auth.ts';
import { readAuthSettings } from '@mare/server/accounts/auth-settings.ts';
import { createPayments } from '@mare/server/payments/payments.ts';
import { JOBS } from '@mare/server/composition/worker.ts';
import { Client } from 'undici';
import type { Endpoint } from '../http/compare-with-floor.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { cpuSeconds, parentOf, residentMegabytes, treeCpuSeconds } from '../processes/process-usage.ts';
import { startWebProcess } from '../processes/processes.ts';
import { runConcurrently } from '../selling/run-concurrently.ts';
import { prepareEndpoints } from '../shop/api-endpoints.ts';
import { freshDatabase } from '../shop/bench-shop.ts';
import { instantProvider } from '../shop/instant-provider.ts';
import { openLargeShop } from '../shop/large-shop.ts';
import { startShopJobs } from '../shop/shop-with-jobs.ts';

const GOAL = 1.3;
const JOB_SECONDS = 60;
const HOUR_MS = 3_600_000;
/** After this time the next job starts, while the slow one keeps running. */
const GIVE_UP_SECONDS = 120;
/** Fills the first page of each list, so that both shops answer as many rows. */
const SMALL = { orders: 10_000, users: 2_000 };
const CONNECTIONS = 8;

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '400' },
    jobs: { type: 'boolean', default: false },
  },
});
const orders = Number(options.orders);
const requests = Number(options.requests);

interface Shop {
  endpoints: Endpoint[];
  /** Milliseconds of processor for one request to the endpoint of this name. */
  costOf(name: string): Promise<number>;
}

const cleanup = createCleanup();
try {
  const largeUrl = await openLargeShop({ orders, users: Math.ceil(orders / 5) }, cleanup);
  process.exitCode =
    (options.jobs ? 0 : await compareReads(largeUrl)) + (await runScheduled(largeUrl)) > 0 ? 1 : 0;
} finally {
  await cleanup.run();
}

/** @returns reads that grow */
async function compareReads(largeUrl: string): Promise<number> {
  const smallUrl = await freshDatabase(largeUrl);
  await migrate(smallUrl);
  const seeding = connectPool({ url: smallUrl, max: 1 });
  await seedLargeShop(seeding, SMALL);
  await seeding.end();
  const [small, large] = [await openShop(smallUrl), await openShop(largeUrl)];
  let failures = 0;
  for (const { name } of small.endpoints) {
    // Warm-up, then alternating measurements, so that other load affects both equally.
    const [before, after]: [number[], number[]] = [[], []];
    for (let round = 0; round <= 2; round++) {
      const costs = [await small.costOf(name), await large.costOf(name)] as const;
      if (round === 0) continue;
      before.push(costs[0]);
      after.push(costs[1]);
    }
    const ratio = Math.min(...after) / Math.min(...before);
    if (ratio > GOAL) failures++;
    console.log(
      `${ratio <= GOAL ? 'ok  ' : 'GROWS'} ${name.padEnd(28)} ${Math.min(...before).toFixed(2)} ms -> ` +
        `${Math.min(...after).toFixed(2)} ms, × ${ratio.toFixed(2)}`,
    );
  }
  return failures;
}

async function openShop(url: string): Promise<Shop> {
  const pool = connectPool({ url, max: 2 });
  cleanup.add(() => pool.end());
  const endpoints = await prepareEndpoints(pool);
  await pool.query('vacuum analyze');
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  const postmaster = parentOf(rows[0]!.pid);
  const web = await startWebProcess(url, cleanup, { settings: { TRUSTED_PROXY_HOPS: '1' } });
  const clients = Array.from(
    { length: CONNECTIONS },
    () => new Client(`http://127.0.0.1:${web.port}`, { keepAliveTimeout: 600_000 }),
  );
  cleanup.add(async () => void (await Promise.all(clients.map((client) => client.close()))));
  const readCpuSeconds = () => cpuSeconds(web.child.pid!) + treeCpuSeconds(postmaster);
  return {
    endpoints,
    async costOf(name) {
      const { url: path, method = 'GET', requestOf } = endpoints.find((each) => each.name === name)!;
      const began = readCpuSeconds();
      const tasks = Array.from({ length: requests }, (_, at) => async () => {
        const client = clients.pop()!;
        const { headers, body } = requestOf?.(at % CONNECTIONS) ?? {};
        const response = await client.request({ method, path, headers: headers ?? {}, body: body ?? null });
        await response.body.dump();
        clients.push(client);
        if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
      });
      await runConcurrently(tasks, CONNECTIONS);
      return ((readCpuSeconds() - began) * 1000) / requests;
    },
  };
}

/**
 * Runs each scheduled job twice, an hour apart: a second run works on what the first recorded. Reports the slower one.
 * @returns failures
 */
async function runScheduled(url: string): Promise<number> {
  let aheadMs = 0;
  process.env.AUTH_SECRET ??= 'a'.repeat(40);
  const pool = connectPool({ url, max: 10 });
  cleanup.add(() => pool.end());
  const parts = {
    pool,
    db: connectKysely(pool),
    clock: { now: () => new Date(systemClock.now().getTime() + aheadMs) },
    random: systemRandom,
    log: createLog('silent'),
  };
  const platform = await startShopJobs({ url, parts, jobs: JOBS, runsJobs: false }, cleanup);
  const deps = {
    ...openAuth(platform, readAuthSettings(process.env, platform.config)),
    ...createPayments(platform, { provider: instantProvider, otherProviders: [] }).context,
    ...platform,
  };
  let failures = 0;
  for (const job of JOBS as Job<object, typeof deps>[]) {
    if (!job.cron) continue;
    aheadMs = 0;
    const runs = [await timeRun(job, deps)];
    aheadMs = HOUR_MS;
    runs.push(await timeRun(job, deps));
    const { seconds, outcome } = runs.toSorted((one, other) => other.seconds - one.seconds)[0]!;
    if (seconds > JOB_SECONDS) failures++;
    console.log(
      `${seconds <= JOB_SECONDS ? 'ok  ' : 'SLOW'} ${job.name.padEnd(28)} ${seconds.toFixed(1)} s, ${Math.round(residentMegabytes(process.pid))} MB, ${outcome}`,
    );
  }
  return failures;
}

async function timeRun<Deps>(
  job: Job<object, Deps>,
  deps: Deps,
): Promise<{ seconds: number; outcome: string }> {
  const began = performance.now();
  // Jobs of the public log need a witness that this shop does not have.
  const giveUp = pause(GIVE_UP_SECONDS * 1000, 'not done', { ref: false });
  const outcome = await Promise.race([giveUp, job.handle(deps, {}).then(() => 'done')]).catch(
    (error: unknown) => `not run: ${(error as Error).message.slice(0, 60)}`,
  );
  return { seconds: (performance.now() - began) / 1000, outcome };
}
