import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../../payments/monitoring/check-ledger.job.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { retryParkedJobs } from '../../platform/jobs/parked-jobs.ts';
import { registerJobMetrics } from '../../platform/metrics/job-metrics.ts';
import { type Finding, hasError } from '../findings.ts';
import { problems } from '../ops.testing.ts';
import { diagnose } from './doctor.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const texts = (findings: Finding[]) => findings.map(({ text }) => text);

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
