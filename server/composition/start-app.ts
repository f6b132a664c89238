/** Composition root: starts and stops the process by ROLE. */
import { setTimeout as pause } from 'node:timers/promises';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { createPersonHasher, orderPersonSecrets } from '../accounts/persons/person-hash.ts';
import { admitPersonKeys } from '../accounts/persons/person-keys.ts';
import { admitSecrets } from '../accounts/secrets/known-secrets.ts';
import { isSecretGenerated, readSecrets } from '../platform/config/read-secret.ts';
import { demoLogins, demoPartner } from '@mare/database/seed/demo-people.ts';
import { mailerWithState } from '../mail/mailer-with-state.ts';
import { composeMailer } from './compose-mailer.ts';
import { serveHealth } from '../endpoints/health.ts';
import { createMetrics } from '../endpoints/metrics.ts';
import { openDatabase } from './open-database.ts';
import { createActivity } from '../platform/activity.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { type Clock, systemClock, systemRandom } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { type JobTimings, startJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log/log.ts';
import { createMailer } from '../platform/messages/mailer.ts';
import type { Platform } from '../platform/platform.ts';
import { openReplica } from '../platform/database/replica.ts';
import { createHttpApp } from '../platform/http/http.ts';
import { serveUntilDrained, type WebApp } from '../platform/http/serve-until-drained.ts';
import { startTracing, traceStatement } from '../platform/log/tracing.ts';
import { createServices, type Services } from './services.ts';
import { createWebApp } from './web-app.ts';
import { JOBS, startWorker } from './worker.ts';

const WEB_CONNECTIONS = 14;
const WORKER_CONNECTIONS = 8;
/** Longest cleanup after a failed start. */
const CLEANUP_MS = 10_000;
/** Connections per process for lookups by key: authentication, carts, order pages, settlement. */
const LOOKUP_CONNECTIONS = 8;

export interface RunningApp {
  stop(): Promise<void>;
}

/** Replaced by tests of whole processes. */
export interface AppParts {
  clock: Clock;
  createApp: (platform: Platform, services: Services) => Promise<WebApp>;
  jobTimings?: JobTimings;
}

export async function startApp(
  config: Config,
  { clock, createApp, jobTimings }: AppParts = { clock: systemClock, createApp: createWebApp },
): Promise<RunningApp> {
  const log = createLog(config.logLevel);
  /** Cleanup steps, run in reverse on failure or stop. */
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const database = await openDatabase(config, () => {
      log.fatal('embedded database ended; this process ends too');
      process.exit(1);
    });
    undo.push(() => database.stop());
    const pool = connectPool({
      url: database.url,
      directUrl: database.directUrl,
      max: config.role === 'worker' ? WORKER_CONNECTIONS : WEB_CONNECTIONS,
      lookups: LOOKUP_CONNECTIONS,
      onError: (error) => log.warn({ err: error }, 'idle database connection lost'),
    });
    undo.push(() => pool.end());
    const works = config.role !== 'web';
    const activity = createActivity({ pool, log }, works);
    undo.push(() => activity.stop());
    const jobs = await startJobs(database.directUrl, log, works, jobTimings, activity);
    undo.push(() => jobs.stop());
    await jobs.prepare(JOBS);
    if (config.tracesUrl) undo.push(await startTracing(config.tracesUrl, `mare-da-sorte-${config.role}`));
    const db = connectKysely(pool, config.tracesUrl ? traceStatement : undefined);
    const secrets = readSecrets(process.env, config);
    const canBeReplaced = isSecretGenerated(process.env, config);
    await admitSecrets({ db, clock, random: systemRandom, log }, secrets, canBeReplaced);
    await admitPersonKeys(
      { db, log },
      createPersonHasher(orderPersonSecrets(config.personKeys, secrets)),
      canBeReplaced,
    );
    const parts = {
      config,
      db,
      pool,
      caches: createCaches(),
      jobs,
      clock,
      random: systemRandom,
      log,
      activity,
    };
    const mailer = composeMailer(parts, mailerWithState(parts, createMailer(config, systemRandom, log)));
    const platform: Platform = { ...parts, mailer };
    if (config.databaseReplicaUrl && config.role !== 'worker') {
      platform.replica = openReplica(config.databaseReplicaUrl, platform);
      undo.push(() => platform.replica!.stop());
    }
    if (config.demo) {
      const { isShopEmpty, loadDemo } = await import('../demo/load-demo.ts');
      if (await isShopEmpty(db)) {
        process.stdout.write('Carregando a demonstração...\n');
        await database.fill(() => loadDemo(platform));
      }
    }

    const services = createServices(platform);
    undo.push(() => services.stop());
    if (config.role !== 'worker') undo.push(await listen(platform, services, createApp));
    if (config.role === 'worker' && config.metricsPort !== null)
      undo.push(await listenForMetrics(platform, services, config.metricsPort));
    if (works) undo.push(await startWorker(platform, jobs, services));
    return { stop };
  } catch (error) {
    // Reports the start's error, not errors of the cleanup, as the process ends anyway.
    await Promise.race([stop(), pause(CLEANUP_MS)]).catch((fault: unknown) =>
      log.warn({ err: fault }, 'cleanup after a failed start failed too'),
    );
    throw error;
  }
}

async function listen(
  platform: Platform,
  services: Services,
  createApp: AppParts['createApp'],
): Promise<() => Promise<void>> {
  const { config } = platform;
  const app = await createApp(platform, services);
  const drain = await serveUntilDrained(app, config);
  announce(config);
  return () => drain(services.endStreams);
}

/** Health and metrics of a worker, which serves nothing else. */
async function listenForMetrics(
  platform: Platform,
  services: Services,
  port: number,
): Promise<() => Promise<void>> {
  const app = createHttpApp(platform.log);
  serveHealth(app, platform, createMetrics(platform, services));
  const drain = await serveUntilDrained(app, { port, host: platform.config.host, shutdownDelaySeconds: 0 });
  return () => drain(() => Promise.resolve());
}

function announce(config: Config): void {
  const lines = [`Maré da Sorte está no ar em ${config.publicUrl}`];
  if (config.demo) {
    lines.push('', 'Ambiente de demonstração. Para entrar:');
    for (const { email, password, role, city } of demoLogins)
      lines.push(
        `  ${email.padEnd(28)} ${password.padEnd(12)} ${role === 'buyer' ? `compradora, ${city}` : role}`,
      );
    lines.push(
      `  ${demoPartner.email.padEnd(28)} ${demoPartner.phone.padEnd(12)} parceira (e-mail e telefone)`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
