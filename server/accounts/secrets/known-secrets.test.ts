/** A process whose AUTH_SECRET cannot decrypt the stored data does not start. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkBeforeStart } from '../../ops/preflight.ts';
import { createLog } from '../../platform/log/log.ts';
import { signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { openAuth } from '../auth.ts';
import { readAuthSettings } from '../auth-settings.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { ensureSigningKey } from '../tokens/key-ring.ts';
import { admitSecrets, assessSecrets, storeOnlySecret, type Secrets } from './known-secrets.ts';

const [OLD, NEW, TYPO] = ['old-', 'new-', 'oid-'].map((word) => word.repeat(10)) as [string, string, string];

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService({ AUTH_SECRET: OLD });
});
beforeEach(async () => {
  await service.platform.db.deleteFrom('auth.knownSecrets').execute();
  await service.platform.db.deleteFrom('auth.declaredSecrets').execute();
});
afterAll(() => service.stop());

const deps = () => ({ ...service.platform, log: createLog('silent') });
const admit = (...secrets: Secrets) => admitSecrets(deps(), secrets, false);
const assess = async (...secrets: Secrets) => (await assessSecrets(deps(), secrets)).state;

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Runs a program as an operator does. */
function runProgram(file: string, args: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../..', file), ...args],
    {
      env: { PATH, NODE_COMPILE_CACHE, DEMO: '1', DATABASE_URL: databaseUrl(), ...env },
      encoding: 'utf8',
      // Long enough for a busy machine: only ends a process that would keep running.
      timeout: 150_000,
    },
  );
  return { status, stdout, stderr };
}
const databaseUrl = () => service.platform.pool.options.connectionString!;
const runOps = (args: string[], secret: string, accepted = '') =>
  runProgram('ops/main.ts', args, { AUTH_SECRET: secret, AUTH_SECRETS_ACCEPTED: accepted });

test('a process with a wrong secret does not start and ends no session', async () => {
  await admit(OLD);
  const { session } = await signUpPerson(service);
  const folder = mkdtempSync(join(tmpdir(), 'mare-secret-'));
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  const started = runProgram('main.ts', [], {
    AUTH_SECRET: TYPO,
    PORT: String(port),
    DATA_DIR: folder,
    ROLE: 'web',
  });
  rmSync(folder, { recursive: true });
  expect(started).toMatchObject({ status: 1 });
  expect(started.stderr).toMatch(/^AUTH_SECRET não é o segredo com que este banco foi cifrado/);
  expect(started.stderr).toContain('AUTH_SECRETS_ACCEPTED');
  const auth = openAuth(service.platform, readAuthSettings({ AUTH_SECRET: OLD }, service.platform.config));
  expect(await refreshSession(auth, session.refresh_token)).toMatchObject({ ok: true });
});

test('accepts each step of a rotation, and rejects the old secret after it', async () => {
  await admit(OLD);
  await admit(OLD, NEW);
  // Nothing is encrypted with it yet.
  expect(await assess(NEW)).toBe('foreign');
  await admit(NEW, OLD);
  await admit(OLD, NEW);
  await admit(NEW);
  expect(runOps(['rotate'], NEW, OLD)).toMatchObject({ status: 0, stderr: '' });
  expect(await assess(NEW)).toBe('known');
  expect(await assess(OLD, NEW)).toBe('undeclared');
  expect(await assess(OLD)).toBe('foreign');
  await expect(admit(OLD)).rejects.toThrow('AUTH_SECRET não é o segredo');
  expect(runOps(['rotate'], OLD, NEW).stderr).toContain('Nenhum processo desta loja começou ainda');
  // Restores the secret of the following tests.
  await admit(NEW, OLD);
  await admit(OLD, NEW);
  expect(runOps(['rotate'], OLD, NEW).status).toBe(0);
});

test('rejects a wrong secret next to the right one instead of treating it as a rotation', async () => {
  await admit(OLD);
  await expect(admit(TYPO, OLD)).rejects.toThrow(
    /nenhuma troca foi anunciada.*npm run ops -- declare-secret/,
  );
  expect(await assess(TYPO)).toBe('foreign');
  // A wrong secret is also rejected during a rotation.
  await admit(OLD, NEW);
  await admit(NEW, OLD);
  await expect(admit(TYPO, NEW, OLD)).rejects.toThrow('nenhuma troca foi anunciada');
});

test('an operator can declare a rotation without its first step', async () => {
  await admit(OLD);
  await expect(admit(NEW, OLD)).rejects.toThrow('declare-secret');
  expect(runOps(['declare-secret'], NEW)).toMatchObject({ status: 1, stdout: '' });
  expect(runOps(['declare-secret'], NEW, OLD)).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('Troca anunciada'),
  });
  expect(await assess(NEW)).toBe('foreign');
  expect(await assess(NEW, OLD)).toBe('declared');
  expect(runOps(['rotate'], NEW, OLD).stderr).toContain('Nenhum processo desta loja começou ainda');
  await admit(NEW, OLD);
  await admit(OLD, NEW);
  expect(runOps(['declare-secret'], NEW, OLD).stdout).toContain('Nada a anunciar');
  expect(runOps(['rotate'], NEW, OLD)).toMatchObject({ status: 0, stderr: '' });
  // The declaration ends with the rotation.
  expect(await assess(OLD, NEW)).toBe('undeclared');
  await admit(NEW, OLD);
  await admit(OLD, NEW);
  expect(runOps(['rotate'], OLD, NEW).status).toBe(0);
});

test('encrypts nothing with a wrong secret on the command line', async () => {
  await admit(OLD);
  expect(runOps(['rotate'], TYPO, OLD)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Nada foi mudado'),
  });
  expect(runOps(['rotate'], TYPO).stderr).toContain('AUTH_SECRET não é o segredo');
  expect(await assess(OLD)).toBe('known');
  expect(await assess(TYPO)).toBe('foreign');
});

test('recognises the secret of an older version’s database by decrypting its data', async () => {
  expect(await assess(OLD)).toBe('known');
  expect(await assess(OLD, NEW)).toBe('known');
  expect(await assess(NEW, OLD)).toBe('undeclared');
  expect(await assess(TYPO)).toBe('foreign');
  await expect(admit(TYPO)).rejects.toThrow('AUTH_SECRET não é o segredo');
  await admit(OLD);
  expect(await assess(TYPO)).toBe('foreign');
});

test('starts one of two concurrent processes with different secrets on a new database', async () => {
  const newService = await startAuthService({ AUTH_SECRET: OLD });
  await newService.platform.db.deleteFrom('auth.signingKeys').execute();
  const outcomes = await Promise.allSettled(
    [OLD, TYPO].map((secret) =>
      admitSecrets({ ...newService.platform, log: createLog('silent') }, [secret], false),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await newService.stop();
});

test('the demonstration may replace its generated secret', async () => {
  await admit(OLD);
  await admitSecrets(deps(), [NEW], true);
  expect(await assess(NEW)).toBe('known');
});

test('preflight and the doctor report a wrong secret', async () => {
  await admit(OLD);
  const env = { DEMO: '1', DATABASE_URL: databaseUrl(), DATA_DIR: '/tmp' };
  const findSecretChecks = async (secrets: Record<string, string>) =>
    (await checkBeforeStart({ ...env, ...secrets })).filter(({ text }) => /segredo|AUTH_SECRET/.test(text));
  expect(await findSecretChecks({ AUTH_SECRET: OLD })).toMatchObject([{ level: 'ok' }]);
  expect(await findSecretChecks({ AUTH_SECRET: TYPO })).toMatchObject([
    { level: 'error', advice: expect.stringContaining('AUTH_SECRETS_ACCEPTED') },
  ]);
  expect(await findSecretChecks({ AUTH_SECRET: TYPO, AUTH_SECRETS_ACCEPTED: OLD })).toMatchObject([
    { level: 'error', advice: expect.stringContaining('declare-secret') },
  ]);
  await admit(OLD, NEW);
  expect(await findSecretChecks({ AUTH_SECRET: NEW, AUTH_SECRETS_ACCEPTED: OLD })).toMatchObject([
    { level: 'warning', text: expect.stringContaining('a troca foi anunciada') },
  ]);
  await admit(NEW, OLD);
  expect(await findSecretChecks({ AUTH_SECRET: NEW })).toMatchObject([
    { level: 'warning', advice: expect.stringContaining('ops -- rotate') },
  ]);
  const doctor = runOps(['doctor'], TYPO);
  expect(doctor.status).toBe(1);
  expect(doctor.stdout).toContain('✗ AUTH_SECRET não é o segredo');
});

test('an operator replaces a lost secret and gets a report of the lost data', async () => {
  await admit(OLD);
  expect(runOps(['accept-secret'], TYPO)).toMatchObject({ status: 2 });
  expect(runOps(['accept-secret', '--confirm', 'sim'], TYPO)).toMatchObject({ status: 2 });
  expect(await assess(TYPO)).toBe('foreign');
  const accepted = runOps(['accept-secret', '--confirm', 'perder-sessoes'], NEW);
  expect(accepted).toMatchObject({ status: 0, stderr: '' });
  expect(accepted.stdout).toMatch(/Não abrem mais: \d+ sessões/);
  expect(await assess(NEW)).toBe('known');
  expect(await assess(OLD)).toBe('foreign');
  const auth = openAuth(service.platform, readAuthSettings({ AUTH_SECRET: NEW }, service.platform.config));
  await admit(NEW);
  await ensureSigningKey(auth);
});

test('stores one declaration per accepted secret, and deletes it once only one secret is left', async () => {
  await storeOnlySecret(deps(), [OLD]);
  await admit(OLD, TYPO);
  await admit(OLD, TYPO);
  const declared = await service.platform.db
    .selectFrom('auth.declaredSecrets')
    .select('declaredAt')
    .execute();
  expect(declared).toHaveLength(1);
  await storeOnlySecret(deps(), [NEW]);
  expect(await assess(TYPO, NEW)).toBe('undeclared');
});
