/** Puts the process together for its ROLE, and takes it apart again. */
import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { connectKysely, connectPool } from '@mare/database/connect.ts';
import { demoLogins, demoPartner } from '@mare/database/seed/demo-people.ts';
import { watchMails } from './admin/settings/watch-mails.ts';
import { mailerWithPreferences } from './campaigns/preferences/mailer-with-preferences.ts';
import { loadDemo } from './demo/load-demo.ts';
import { openDatabase } from './open-database.ts';
import { systemClock, systemRandom } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { startJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import { createMailer } from './platform/mailer.ts';
import type { Platform } from './platform/platform.ts';
import { createServices } from './services.ts';
import { createWebApp } from './web-app.ts';
import { JOB_NAMES, startWorker } from './worker.ts';

const WEB_CONNECTIONS = 20;
const WORKER_CONNECTIONS = 10;

export interface RunningApp {
  stop(): Promise<void>;
}

export async function startApp(config: Config): Promise<RunningApp> {
  const log = createLog(process.env.LOG_LEVEL ?? 'info');
  /** Undone in reverse, whether the start fails or the process ends. */
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const database = await openDatabase(config);
    undo.push(() => database.stop());
    const pool = connectPool({
      url: database.url,
      max: config.role === 'worker' ? WORKER_CONNECTIONS : WEB_CONNECTIONS,
      onError: (error) => log.warn({ err: error }, 'idle database connection lost'),
    });
    undo.push(() => pool.end());
    const works = config.role !== 'web';
    const jobs = await startJobs(database.url, log, works);
    undo.push(() => jobs.stop());
    await jobs.prepare(JOB_NAMES);
    const db = connectKysely(pool);
    const parts = { config, db, pool, jobs, clock: systemClock, random: systemRandom, log };
    const mailer = mailerWithPreferences(parts, watchMails(parts, createMailer(config, systemRandom, log)));
    const platform: Platform = { ...parts, mailer };
    if (config.demo) await loadDemo(platform);

    const services = createServices(platform);
    undo.push(() => services.stop());
    if (config.role !== 'worker') undo.push(await listen(platform, services));
    if (works) undo.push(await startWorker(platform, jobs, services));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(
  platform: Platform,
  services: ReturnType<typeof createServices>,
): Promise<() => Promise<void>> {
  const { config } = platform;
  const app = await createWebApp(platform, services);
  const server = serve({
    fetch: app.fetch,
    port: config.port,
    hostname: config.host,
    // Longer than browsers and balancers keep an idle connection: a request must not meet the closing.
    serverOptions: { keepAliveTimeout: 75_000 },
  });
  await once(server, 'listening');
  announce(config);
  return async () => {
    // Event streams never end by themselves.
    await services.liveNotifications.stop();
    const closed = once(server, 'close');
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await closed;
  };
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
