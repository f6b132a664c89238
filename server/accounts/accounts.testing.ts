/** Test server of the auth service, driven by the real browser client. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { AuthClient } from '@supabase/auth-js';
import { Hono } from 'hono';
import { createTestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { createMailChannel } from '../mail/outbox/mail-channel.ts';
import { createOutbox } from '../mail/outbox/send-messages.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { systemRandom } from '../platform/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { startJobs, type JobRunner } from '../platform/jobs/jobs.ts';
import type { Mail, Mailer } from '../platform/messages/mail.ts';
import type { Platform } from '../platform/platform.ts';
import { accountsJobs } from './accounts.jobs.ts';
import { openAuth } from './auth.ts';
import { createAuthRoutes } from './auth-service.routes.ts';
import { createSmsChannel, type SmsSender } from './factors/sms.ts';
import { readAuthSettings } from './auth-settings.ts';

/** A manual clock. */
class SteppedClock {
  #milliseconds = Date.now();

  now(): Date {
    return new Date(this.#milliseconds);
  }

  advance(seconds: number): void {
    this.#milliseconds += seconds * 1000;
  }
}

/**
 * Collects mails, and lets a test wait for one. Once each: the outbox sends a mail again if a test moves the clock
 * beyond its lease before it is recorded as sent.
 */
class TestMailbox implements Mailer {
  readonly #known = new Set<string>();
  readonly #unread: Mail[] = [];
  readonly #waiting: { to: string; arrive: (mail: Mail) => void }[] = [];

  send(mail: Mail): Promise<void> {
    const content = JSON.stringify([mail.to, mail.subject, mail.text]);
    if (this.#known.has(content)) return Promise.resolve();
    this.#known.add(content);
    const index = this.#waiting.findIndex(({ to }) => to === mail.to);
    if (index === -1) this.#unread.push(mail);
    else this.#waiting.splice(index, 1)[0]!.arrive(mail);
    return Promise.resolve();
  }

  /** Waits for the oldest unread message to an e-mail address. */
  next(to: string): Promise<Mail> {
    const index = this.#unread.findIndex((mail) => mail.to === to);
    if (index !== -1) return Promise.resolve(this.#unread.splice(index, 1)[0]!);
    return new Promise((arrive) => this.#waiting.push({ to, arrive }));
  }
}

const OUTBOX_EVERY_MS = 50;

export interface TestAuthService {
  /** Ends in /auth/v1. */
  url: string;
  platform: Platform;
  jobs: JobRunner;
  clock: SteppedClock;
  mailbox: TestMailbox;
  /** A browser with an empty storage. @param fetch sends the browser's cookies, if the test needs them */
  newClient(fetch?: typeof globalThis.fetch): InstanceType<typeof AuthClient>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

export async function startAuthService(environment: Record<string, string> = {}): Promise<TestAuthService> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'mare-auth-'));
  const clock = new SteppedClock();
  const site = new Hono();
  const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { DATA_DIR: dataDir, PUBLIC_URL: origin, AUTH_ADDRESS_LIMIT_FACTOR: '10', ...environment };
  const config = readConfig(env);
  const log = createLog('fatal');
  const jobs = await startJobs(database.url, log, true);
  const mailbox = new TestMailbox();
  const platform: Platform = {
    config,
    db: database.db,
    pool: database.pool,
    caches: createCaches(),
    jobs,
    mailer: mailbox,
    clock,
    random: systemRandom,
    log,
  };
  const settings = readAuthSettings(env, config);
  const sms: SmsSender = {
    send: (to, text) => mailbox.send({ to, kind: 'essential', subject: 'SMS', text, html: '' }),
  };
  const outbox = createOutbox(
    platform,
    {
      mail: createMailChannel(platform),
      sms: createSmsChannel(sms),
      whatsapp: () => Promise.resolve('skipped'),
      push: () => Promise.resolve('skipped'),
    },
    { everyMs: OUTBOX_EVERY_MS },
  );
  outbox.start();
  await jobs.prepare(accountsJobs);
  // No scheduled ones: a run at a quarter past the hour would change what a test counts.
  await jobs.work(
    openAuth(platform, settings, sms),
    accountsJobs.filter(({ cron }) => cron === undefined),
  );
  site.route('/auth/v1', await createAuthRoutes(platform, settings, sms));
  const url = `${origin}/auth/v1`;
  return {
    url,
    platform,
    jobs,
    mailbox,
    clock,
    newClient: (fetch) =>
      new AuthClient({
        url,
        autoRefreshToken: false,
        storage: memoryStorage(),
        flowType: 'pkce',
        experimental: { recoveryCodes: true },
        fetch,
      }),
    post: (path, body, headers = {}) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    stop: async () => {
      server.close();
      await jobs.stop();
      await outbox.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fetches with the cookies of one browser, except on cross-site POSTs, where browsers do not send Lax cookies. */
export function createBrowserFetch(): typeof fetch {
  const cookies = new Map<string, string>();
  return async (input, init) => {
    const request = new Request(input, init);
    const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const isCrossSitePost =
      request.method === 'POST' && request.headers.get('sec-fetch-site') === 'cross-site';
    if (header && !isCrossSitePost) request.headers.set('cookie', header);
    const response = await fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    return response;
  };
}

export function newEmail(): string {
  return `${crypto.randomUUID()}@example.com`;
}

/** Signs up a new user in a new browser. */
export async function signUpPerson(service: TestAuthService, password = 'segredo') {
  const client = service.newClient();
  const email = newEmail();
  const { data, error } = await client.signUp({ email, password, options: { data: { name: 'Ana Souza' } } });
  if (error) throw error;
  return { client, email, password, session: data.session! };
}

/** Status and error code of a response; the code is empty without an error. */
export function errorOf(response: Response): [status: number, code: string] {
  return [response.status, response.headers.get('x-sb-error-code') ?? ''];
}

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
