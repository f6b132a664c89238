/** The whole shop outside the demonstration: a manual clock, recorded mails and texts, and jobs that run on demand. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { vi } from 'vitest';
import { createTestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { accountsJobs } from '../../accounts/accounts.jobs.ts';
import { type Auth, openAuth } from '../../accounts/auth.ts';
import { readAuthSettings } from '../../accounts/auth-settings.ts';
import { startTestProvider } from '../../accounts/providers/identity-provider.testing.ts';
import { composeOutbox } from '../../composition/compose-outbox.ts';
import { composeMailer } from '../../composition/compose-mailer.ts';
import { paymentsJobs } from '../../payments/payments.jobs.ts';
import { createCaches } from '../../platform/caching/caches.ts';
import { systemRandom } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config/config.ts';
import type { Job } from '../../platform/jobs/define-job.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { createRouter } from '../../composition/router.ts';
import { createServices } from '../../composition/services.ts';
import { createServerApp } from '../../composition/web-app.ts';
import { JOBS } from '../../composition/worker.ts';

/** A mail or, with a phone number as recipient, a text message. */
export interface Message extends Pick<Mail, 'to' | 'subject' | 'text'> {
  at: Date;
}

export interface Caller {
  /** IP address in X-Forwarded-For. */
  ipAddress: string;
  token?: string | null;
  cookie?: string | null;
}

export interface ShopResponse {
  status: number;
  text: string;
  headers: Headers;
}

export type AttackedShop = Awaited<ReturnType<typeof startAttackedShop>>;

/** Low, so that a short attack can use it up. */
export const SMS_PER_DAY = 4;

export async function startAttackedShop() {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'mare-attacks-'));
  const site = new Hono();
  const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = await startTestProvider('loja');
  const settings = {
    AUTH_GOOGLE_CLIENT_ID: 'loja',
    AUTH_GOOGLE_CLIENT_SECRET: 'segredo',
    AUTH_GOOGLE_ISSUER: provider.issuer,
    AUTH_SECRET: 'attacked-shop-'.repeat(4),
    AUTH_AUTOCONFIRM: 'off',
    AUTH_SMS_URL: `${origin}/sms-gateway`,
    AUTH_SMS_TOKEN: 'gateway-token',
    AUTH_SMS_A_DAY: String(SMS_PER_DAY),
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);

  let now = Date.now();
  const clock = { now: () => new Date(now) };
  const messages: Message[] = [];
  const record = async ({ to, subject, text }: Pick<Mail, 'to' | 'subject' | 'text'>) =>
    void messages.push({ to, subject, text, at: clock.now() });
  site.post('/sms-gateway', async (c) => {
    const { to, text } = await c.req.json<{ to: string; text: string }>();
    await record({ to: to.replace('+', ''), subject: 'SMS', text });
    return c.body(null, 204);
  });

  const log = createLog(process.env.TEST_LOG ?? 'silent');
  const jobs = await startJobs(database.url, log, false);
  await jobs.prepare(JOBS);
  const demoConfig = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin, TRUSTED_PROXY_HOPS: '1' });
  const parts = {
    // Staff need a second factor, as outside the demonstration.
    config: { ...demoConfig, demo: false },
    db: database.db,
    pool: database.pool,
    caches: createCaches(),
    jobs,
    clock,
    random: systemRandom,
    log,
  };
  const platform: Platform = { ...parts, mailer: composeMailer(parts, { send: record }) };
  // The demonstration's payment provider runs in this process.
  const services = createServices({ ...platform, config: demoConfig });
  const { app } = await createServerApp(platform, services, createRouter(services));
  site.route('/', app);

  const auth: Auth = openAuth(platform, readAuthSettings(process.env, platform.config));
  const handlers = new Map<string, (payload: never) => Promise<void>>();
  const register = <Deps>(deps: Deps, list: readonly Job<never, Deps>[]) => {
    for (const job of list) handlers.set(job.name, (payload) => job.handle(deps, payload));
  };
  register(auth, accountsJobs);
  register(services.payments.context, paymentsJobs);
  register(platform, JOBS.filter(({ name }) => !handlers.has(name)) as unknown as Job<never, Platform>[]);

  const outbox = composeOutbox(platform);
  return {
    platform,
    auth,
    services,
    messages,
    provider,
    /** Moves the clock. */
    wait(seconds: number): void {
      now += seconds * 1000;
    },
    /** Runs the jobs that are due. @returns failures */
    async runJobs(): Promise<string[]> {
      const failures: string[] = [];
      for (let round = 0; round < 10; round++) {
        const { rows } = await platform.pool.query<{ name: string; data: never; created_on: Date }>(
          `delete from pgboss.job where state = 'created' and start_after <= greatest($1, now()) returning name, data, created_on`,
          [clock.now()],
        );
        if (rows.length === 0) break;
        for (const { name, data } of rows.toSorted((a, b) => +a.created_on - +b.created_on))
          await handlers
            .get(name)?.(data)
            .catch((error: unknown) => failures.push(`job ${name}: ${String(error)}`));
      }
      await outbox.drain();
      return failures;
    },
    async send(request: Request, { ipAddress, token, cookie }: Caller): Promise<ShopResponse> {
      request.headers.set('x-forwarded-for', ipAddress);
      if (token) request.headers.set('authorization', `Bearer ${token}`);
      if (cookie) request.headers.set('cookie', cookie);
      const response = await app.fetch(request);
      const { status, headers } = response;
      const isStream = headers.get('content-type')?.startsWith('text/event-stream');
      if (isStream) await response.body?.cancel();
      return { status, headers, text: isStream ? '' : await response.text() };
    },
    async stop() {
      vi.unstubAllEnvs();
      provider.stop();
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await services.stop();
      await jobs.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
