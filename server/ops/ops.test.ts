import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { checkLedger } from '../payments/monitoring/check-ledger.job.ts';
import { openDatabase } from '../composition/open-database.ts';
import { systemRandom } from '../platform/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { openVault } from '../platform/vault.ts';
import { makeKey, openLogKey } from '../transparency/keys/log-key.ts';
import { recordKey } from '../transparency/tree/sign-tree.ts';
import { diagnose } from './doctor.ts';
import { type Finding, hasError } from './findings.ts';
import { checkBeforeStart } from './preflight.ts';
import { registerJobMetrics } from '../platform/metrics/job-metrics.ts';
import { retryParkedJobs } from '../platform/jobs/parked-jobs.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const texts = (findings: Finding[]) => findings.map(({ text }) => text);
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

test('the doctor reports no problem of a healthy shop', async () => {
  await checkLedger(bed.platform);
  await bed.pool.query('update pgboss.version set cron_on = now()');
  expect(problems(await diagnose(bed.platform))).toEqual([
    'O WAL não é arquivado: só se restaura o último backup.',
  ]);
});

test('the doctor reports late reservations, failed jobs, dead webhooks and an old check of the ledger', async () => {
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
  expect(text).toMatch(/Reservas: 1 em atraso, a mais antiga há 3 horas\./);
  expect(text).toContain(
    'Tarefas paradas depois de todas as tentativas: 1 de “O que segue um pedido feito” (fila order-created). Quem comprou pode não ter recebido o e-mail e o aviso',
  );
  expect(text).toContain('1 avisos do provedor');
  expect(text).toContain('não foi conferido nas últimas três horas');
  expect(found.filter(({ level, advice }) => level !== 'ok' && !advice)).toEqual([]);
});

test('the doctor reports that no worker runs, before anything is late', async () => {
  const workers = async () => problems(await diagnose(bed.platform)).filter((text) => /worker/.test(text));
  await bed.pool.query('update pgboss.version set cron_on = now()');
  expect(await workers()).toEqual([]);
  await bed.pool.query(`update pgboss.version set cron_on = now() - interval '10 minutes'`);
  expect(await workers()).toEqual([
    'Nenhum processo com ROLE=worker está no ar: o último trabalhou há 10 minutos.',
  ]);
  await bed.pool.query('update pgboss.version set cron_on = now()');
});

test('the doctor ignores a failed run of a schedule after a later success', async () => {
  const failedRuns = async () => {
    const registry = new Registry();
    registerJobMetrics(registry, bed.platform);
    const metrics = await registry.metrics();
    return {
      doctor: problems(await diagnose(bed.platform)).filter((text) => text.includes('fila order-paid')),
      metric: /mare_jobs\{queue="order-paid",state="failed"\} (\d+)/.exec(metrics)?.[1] ?? '0',
    };
  };
  await bed.pool.query(`
    insert into pgboss.schedule (name, key, cron, timezone, data, options)
      values ('order-paid', '', '0 * * * *', 'UTC', '{}', '{}') on conflict do nothing;
    insert into pgboss.job (name, data, state, created_on, completed_on)
      values ('order-paid', '{}', 'failed', now() - interval '2 hours', now() - interval '2 hours');
    update pgboss.queue set failed_count = 1 where name = 'order-paid'`);
  expect(await failedRuns()).toEqual({
    doctor: [
      expect.stringMatching(
        /^Tarefas paradas depois de todas as tentativas: 1 de “O que segue um pedido pago”/,
      ),
    ],
    metric: '1',
  });
  await bed.pool.query(`
    insert into pgboss.job (name, data, state, created_on, completed_on)
      values ('order-paid', '{}', 'completed', now() - interval '1 hour', now() - interval '1 hour')`);
  expect(await failedRuns()).toEqual({ doctor: [], metric: '0' });
});

test('the doctor describes waiting jobs and jobs that retries cannot help, like the panel', async () => {
  await bed.pool.query(`
    insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
        deletion_seconds, partition, table_name)
      select added, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
        deletion_seconds, partition, table_name
      from pgboss.queue, unnest(array['removed-job', 'check-ledger']) added where queue.name = 'order-refunded'
      on conflict do nothing;
    insert into pgboss.job (name, data, state, created_on, completed_on)
      values ('removed-job', '{}', 'failed', now(), now()), ('check-ledger', '{}', 'failed', now(), now());
    insert into pgboss.job (name, data, state, created_on, start_after)
      values ('order-refunded', '{}', 'created', now() - interval '1 hour', now() - interval '1 hour')`);
  const found = await diagnose(bed.platform);
  expect(found.find(({ text }) => text.includes('order-refunded'))).toMatchObject({
    level: 'error',
    text: expect.stringMatching(
      /^Tarefas que esperam: 1 de “O que segue um reembolso” \(fila order-refunded\), a mais antiga há 1 hora\. Até lá: O reembolso em si/,
    ),
  });
  expect(found.find(({ text }) => text.includes('removed-job'))?.advice).toBe(
    'Nada nesta versão a executa: tentar de novo não resolve. Descarte em Mensagens › Tarefas paradas.',
  );
  expect(found.find(({ text }) => text.includes('check-ledger'))?.advice).toContain(
    'Tentar de novo não resolve uma diferença: veja no Financeiro o que falta.',
  );
  await bed.pool.query(
    `delete from pgboss.job where name in ('removed-job', 'check-ledger', 'order-refunded')`,
  );
  await bed.pool.query(`delete from pgboss.queue where name in ('removed-job', 'check-ledger')`);
});

test('the doctor reports a database that accepts no writes', async () => {
  // For these connections only, because other tests share the server. A full disk rejects the same statement.
  const url = new URL(bed.url);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const pool = connectPool({ url: url.href, max: 1 });
  const found = await diagnose({ db: connectKysely(pool), clock: bed.platform.clock });
  expect(problems(found).join()).toContain('O banco não aceita gravações: cannot execute CREATE TABLE AS');
  await pool.end();
});

test('the doctor reports that it cannot see the transactions of other roles', async () => {
  expect(texts(await diagnose(bed.platform))).toContain('Nenhuma transação longa.');
  const role = `doctor_${process.pid}`;
  await bed.pool.query(`create role ${role}`);
  for (const schema of ['public', 'auth', 'pgboss'])
    await bed.pool.query(
      `grant usage on schema ${schema} to ${role}; grant select on all tables in schema ${schema} to ${role}`,
    );
  const url = new URL(bed.url);
  url.searchParams.set('options', `-c role=${role}`);
  const pool = connectPool({ url: url.href, max: 1 });
  const found = await diagnose({ db: connectKysely(pool), clock: bed.platform.clock });
  expect(texts(found)).toContain(
    'Nenhuma transação longa da loja; as de outros usuários do banco não são visíveis.',
  );
  await pool.end();
});

test('retries the failed jobs of a queue', async () => {
  expect(await retryParkedJobs(bed.db, { queue: 'order-paid' })).toEqual([]);
  expect(await retryParkedJobs(bed.db, { queue: 'order-created' })).toEqual(['order-created']);
  expect(await retryParkedJobs(bed.db, { queue: 'order-created' })).toEqual([]);
  const { rows } = await bed.pool.query(
    `select count(*)::integer as count from pgboss.job where name = 'order-created' and state = 'retry'`,
  );
  expect(rows).toEqual([{ count: 1 }]);
});

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

test('rotates the key of the public log, and preflight names a key that replaces another undeclared', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mare-ops-log-'));
  try {
    const [file, to, other] = ['one', 'two', 'three'].map((name) => join(folder, name));
    for (const each of [file!, other!]) makeKey(each, 'loja.example/log', systemRandom);
    const open = (logKeyFile: string) =>
      openLogKey({ ...bed.platform.config, demo: false, logKeyFile }, systemRandom)!;
    await bed.db.updateTable('logTree').set({ verifierKey: null }).execute();
    expect(await recordKey(bed.platform, open(file!))).toBe('RECORDED');

    const env = {
      DEMO: '0',
      DATABASE_URL: bed.url,
      DATA_DIR: '/tmp',
      PUBLIC_URL: 'https://loja.example',
      MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
      MERCADOPAGO_WEBHOOK_SECRETS: 's',
      AUTH_SECRET: 'a'.repeat(40),
      LOG_KEY_FILE: file!,
    };
    const undeclared = async (key: string) =>
      problems(await checkBeforeStart({ ...env, LOG_KEY_FILE: key })).filter((text) =>
        /LOG_KEY_FILE/.test(text),
      );
    expect(await undeclared(file!)).toEqual([]);
    expect(await undeclared(other!)).toEqual([expect.stringContaining('nada seria assinado')]);
    const refused = ops(['rotate-log-key', '--to', to!], { ...env, LOG_KEY_FILE: other! });
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('--lost') });

    const made = ops(['rotate-log-key', '--to', to!], env);
    expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('assinaram a troca') });
    expect(await undeclared(to!)).toEqual([]);
    expect(await recordKey(bed.platform, open(to!))).toBe('RECORDED');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
