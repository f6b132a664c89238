import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../composition/open-database.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { systemRandom } from '../platform/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { openVault } from '../platform/vault.ts';
import { hasError } from './findings.ts';
import { ops, problems } from './ops.testing.ts';
import { checkBeforeStart } from './preflight.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

test('preflight accepts a migrated database and reports each wrong setting', async () => {
  const env = { DEMO: '1', DATABASE_URL: bed.url, DATA_DIR: '/tmp' };
  expect(hasError(await checkBeforeStart(env))).toBe(false);
  expect(problems(await checkBeforeStart({ ...env, PORT: 'abc' })).join()).toContain('PORT');
  expect(problems(await checkBeforeStart({ DATABASE_URL: bed.url })).join()).toContain(
    'MERCADOPAGO_ACCESS_TOKEN',
  );
  const file = import.meta.filename;
  const inFile = problems(await checkBeforeStart({ ...env, MAILBOX_DIR: join(file, 'mails') })).join();
  expect(inFile).toContain(`MAILBOX_DIR: não é possível gravar em ${file}`);
  const shop = {
    ...env,
    DEMO: '0',
    PUBLIC_URL: 'https://loja.example',
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
    MERCADOPAGO_WEBHOOK_SECRETS: 's',
    AUTH_SECRET: 'a'.repeat(40),
  };
  const unsigned = problems(await checkBeforeStart({ ...shop, LOG_KEY_FILE: '/nowhere/log-key' })).join();
  expect(unsigned).toContain('LOG_KEY_FILE aponta para /nowhere/log-key, que não existe');
  const away = 'postgres://unreachable:segredo@127.0.0.1:1/none';
  const text = problems(await checkBeforeStart({ ...env, DATABASE_URL: away })).join();
  expect(text).toContain('127.0.0.1:1');
  expect(text).not.toContain('segredo');
});

test('exits with 2 and a message on a wrong argument', () => {
  expect(ops(['turn'])).toMatchObject({ status: 2, stderr: expect.stringContaining('npm run ops') });
  expect(ops(['doctor', '--verbose'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'doctor não tem a opção --verbose.\nUso: npm run ops -- doctor\n',
  });
  expect(ops(['retry-jobs', 'order-pad'], { DATABASE_URL: bed.url })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('A fila "order-pad" não existe'),
  });
  expect(ops(['--help'])).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('doctor') });
});

test('reports a missing, unreachable or empty database in one sentence', async () => {
  expect(ops(['doctor'], { DATA_DIR: '/nowhere' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^Falta DATABASE_URL, e nenhuma demonstração está no ar na pasta \/nowhere:/,
    ),
  });
  const away = ops(['doctor'], { DATABASE_URL: 'postgres://unreachable:segredo@127.0.0.1:1/none' });
  expect(away).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^Não foi possível conectar ao banco em 127\.0\.0\.1:1: .+ PostgreSQL está no ar\.\n$/,
    ),
  });
  expect(away.stderr).not.toContain('segredo');
});

test('rotates the secret, and reports values that no secret decrypts', async () => {
  const env = { DATABASE_URL: bed.url, AUTH_SECRET: 'n'.repeat(40) };
  const rotated = ops(['rotate'], { ...env, AUTH_SECRETS_ACCEPTED: 'o'.repeat(40) });
  expect(rotated).toMatchObject({ status: 0, stderr: '' });
  expect(rotated.stdout).toContain('Cifrados de novo: 0 sessões');
  await bed.db
    .insertInto('pushKeys')
    .values({
      publicKey: 'p',
      privateKey: openVault('o'.repeat(40), systemRandom).seal(Buffer.of(1), 'push-keys'),
      createdAt: new Date(),
    })
    .execute();
  expect(ops(['rotate'], env)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Ficaram como estavam 1 valores'),
  });
  expect(ops(['rotate'], { ...env, AUTH_SECRETS_ACCEPTED: 'o'.repeat(40) })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('1 chaves'),
  });
});

test('inspects the demonstration that runs in DATA_DIR', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mare-ops-'));
  const env = { DATA_DIR: folder };
  const database = await openDatabase(readConfig(env));
  try {
    const { status, stdout, stderr } = ops(['doctor'], env);
    expect({ stdout, stderr, status }).toMatchObject({ stderr: '', status: 0 });
    expect(stdout).toContain('As filas andam.');
  } finally {
    await database.stop();
  }
  expect(ops(['doctor'], env).stderr).toContain(`nenhuma demonstração está no ar na pasta ${folder}`);
  rmSync(folder, { recursive: true, force: true });
});
