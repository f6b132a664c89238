import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { checkLedger } from '../payments/monitoring/check-ledger.job.ts';
import { diagnose } from './doctor.ts';
import { type Finding, hasError } from './findings.ts';
import { checkBeforeStart } from './preflight.ts';
import { retryParkedJobs } from '../platform/jobs/parked-jobs.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const problems = (findings: Finding[]) =>
  findings.filter(({ level }) => level !== 'ok').map(({ text }) => text);

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Runs the program as an operator does. */
function ops(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), ...args],
    {
      env: { PATH, NODE_COMPILE_CACHE, DEMO: '1', ...env },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

test('the doctor finds a healthy shop healthy', async () => {
  await checkLedger(bed.platform);
  expect(problems(await diagnose(bed.platform))).toEqual([
    'O WAL não é arquivado: só se restaura o último backup.',
  ]);
});

test('the doctor names late reservations, failed jobs, dead webhooks and an old check of the ledger', async () => {
  await checkLedger(bed.platform);
  const order = await bed.order('pix');
  await bed.pool.query(`update pgboss.job set state = 'failed' where data->>'orderId' = $1`, [order.id]);
  await bed.db
    .insertInto('webhookInbox')
    .values({ provider: 'sandbox', topic: 'payment', resourceId: '1', trust: 'verified', status: 'dead' })
    .execute();
  bed.clock.advance(4 * 3_600);
  const found = await diagnose(bed.platform);
  expect(hasError(found)).toBe(true);
  const text = problems(found).join('\n');
  expect(text).toContain('Reservas: 1 em atraso');
  expect(text).toContain('Fila order-created: 1 tarefas falharam');
  expect(text).toContain('1 avisos do provedor');
  expect(text).toContain('não foi conferido nas últimas três horas');
  expect(found.filter(({ level, advice }) => level !== 'ok' && !advice)).toEqual([]);
});

test('failed jobs of a queue are tried again', async () => {
  expect(await retryParkedJobs(bed.db, { queue: 'order-paid' })).toEqual([]);
  expect(await retryParkedJobs(bed.db, { queue: 'order-created' })).toEqual(['order-created']);
  expect(await retryParkedJobs(bed.db, { queue: 'order-created' })).toEqual([]);
  const { rows } = await bed.pool.query(
    `select count(*)::integer as count from pgboss.job where name = 'order-created' and state = 'retry'`,
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('preflight accepts a migrated database and names each wrong setting', async () => {
  const env = { DEMO: '1', DATABASE_URL: bed.url, DATA_DIR: '/tmp' };
  expect(hasError(await checkBeforeStart(env))).toBe(false);
  expect(problems(await checkBeforeStart({ ...env, PORT: 'abc' })).join()).toContain('PORT');
  expect(problems(await checkBeforeStart({ DATABASE_URL: bed.url })).join()).toContain(
    'MERCADOPAGO_ACCESS_TOKEN',
  );
  const away = 'postgres://unreachable:segredo@127.0.0.1:1/none';
  const text = problems(await checkBeforeStart({ ...env, DATABASE_URL: away })).join();
  expect(text).toContain('127.0.0.1:1');
  expect(text).not.toContain('segredo');
});

test('the program explains its commands, and rotates', () => {
  expect(ops(['turn'])).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run ops') });
  expect(ops(['doctor'])).toMatchObject({ status: 1, stderr: 'Falta DATABASE_URL.\n' });
  const rotated = ops(['rotate'], {
    DATABASE_URL: bed.url,
    AUTH_SECRET: 'n'.repeat(40),
    AUTH_SECRETS_ACCEPTED: 'o'.repeat(40),
  });
  expect(rotated).toMatchObject({ status: 0, stderr: '' });
  expect(rotated.stdout).toContain('Cifrados de novo: 0 sessões');
});
