/** Starts the demonstration on a free port with a temporary data folder, for browser tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serving } from './serving.mjs';
import { environment, root } from './workspace.mjs';

const READY_WITHIN_MS = 120_000;
const KEPT_LOG_CHARACTERS = 20_000;

/**
 * @param settings additional environment variables
 * @param program the server, or one that starts it in another way
 */
export async function startTestSite(settings = {}, program = 'server/main.ts') {
  const folder = mkdtempSync(join(tmpdir(), 'mare-site-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const provider = startIdentityProvider(await freePort());
  let child;
  let output = '';
  const start = async (changes) => {
    child = spawn('node', [program], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment({
        ...serving,
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: folder,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        ...provider.settings,
        ...settings,
        ...changes,
      }),
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output = (output + chunk).slice(-KEPT_LOG_CHARACTERS)));
    try {
      await untilReady(`${url}/readyz`, child);
    } catch (error) {
      await stop();
      throw new Error(`${error.message}\n${output}`, { cause: error });
    }
  };
  const end = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const stop = async () => {
    provider.stop();
    await end();
    // Started as root, PostgreSQL keeps its cluster where its own account can reach it.
    const cluster = join(folder, 'database/postgres');
    if (existsSync(cluster)) rmSync(realpathSync(cluster), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
  };
  await start({});
  return {
    url,
    mailbox: join(folder, 'mailbox'),
    /** End of its output: warnings and errors. */
    get log() {
      return output;
    },
    /** Read at each call: a restarted site embeds its database on another port. */
    get database() {
      return settings.DATABASE_URL ?? embeddedDatabase(folder);
    },
    /** Restarts the site with the same data and new settings. */
    async restart(changes) {
      await end();
      await start(changes);
    },
    stop,
  };
}

/** Owner's URL of the site's embedded database: line 4 of `postmaster.pid` is the port. */
function embeddedDatabase(folder) {
  const password = readFileSync(join(folder, 'database/password'), 'utf8').trim();
  const port = readFileSync(join(folder, 'database/postgres/postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://mare:${password}@127.0.0.1:${port}/mare`;
}

/** Starts a local OpenID provider as a fake of Google's. */
function startIdentityProvider(port) {
  const child = spawn('node', ['e2e/kit/people/identity-provider.ts', String(port)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment({}),
  });
  return {
    settings: {
      AUTH_GOOGLE_CLIENT_ID: 'loja',
      AUTH_GOOGLE_CLIENT_SECRET: 'segredo-da-loja',
      AUTH_GOOGLE_ISSUER: `http://127.0.0.1:${port}`,
    },
    stop: () => child.kill('SIGTERM'),
  };
}

async function untilReady(url, child) {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error('the site stopped while starting');
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await delay(200);
  }
  throw new Error('the site did not become ready');
}

async function freePort() {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
