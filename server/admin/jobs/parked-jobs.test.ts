import { createRouterClient } from '@orpc/server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addBuyer, addOrderRow, addRifa } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed, until } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { defineJob, type Job } from '../../platform/jobs/define-job.ts';
import { type JobRunner, startJobs } from '../../platform/jobs/jobs.ts';
import { parkedJobsRoutes } from './parked-jobs.routes.ts';

interface Work {
  order: number;
}

const TIMINGS = { silenceSeconds: 60, checkSeconds: 30, fallbackPollSeconds: 0.5 };

let bed: PaymentsTestbed;
let admin: string;
let worker: JobRunner | undefined;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  admin = await addBuyer(bed.db);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await bed.pool.query('delete from pgboss.job');
});
afterAll(() => bed.close());

const adminClient = () =>
  createRouterClient(parkedJobsRoutes, {
    context: testContext(bed.platform, { userId: admin, role: 'admin', aal: 'aal2' }),
  });

/** Lets a worker handle these orders. Those in `bad` fail and are parked at once. */
async function startWorker(orders: number[], failing: Set<number>) {
  const handled: number[] = [];
  const job = defineJob('poisoned', {}, async (_deps: null, { order }: Work) => {
    if (failing.has(order)) throw new Error(`order ${order} is broken`);
    handled.push(order);
  });
  worker = await startJobs(bed.url, bed.platform.log, true, TIMINGS);
  await worker.prepare([job]);
  for (const order of orders) await worker.enqueue(bed.db, job, { order });
  await bed.pool.query(`update pgboss.job set retry_limit = 0 where name = 'poisoned'`);
  await worker.work(null, [job as Job<never, null>]);
  return handled;
}

test('parks a failing job with its error while the others are handled', async () => {
  const handled = await startWorker([1, 2, 3], new Set([2]));
  await until(async () => (await adminClient().list()).count === 1 && handled.length === 2);
  expect(new Set(handled)).toEqual(new Set([1, 3]));
  expect((await adminClient().list()).jobs).toEqual([
    expect.objectContaining({ queue: 'poisoned', attempts: 1, lastError: 'order 2 is broken' }),
  ]);
});

test('retries a parked job successfully once its cause is fixed, and logs the retry', async () => {
  const failing = new Set([7]);
  const handled = await startWorker([7], failing);
  await until(async () => (await adminClient().list()).count === 1);
  failing.clear();
  expect(await adminClient().retry({ id: null })).toEqual({ retried: 1 });
  await until(async () => handled.includes(7));
  expect(await adminClient().list()).toEqual({ jobs: [], count: 0 });
  expect(await adminClient().retry({ id: null })).toEqual({ retried: 0 });
  const log = await bed.db
    .selectFrom('activityLogs')
    .select('userId')
    .where('action', '=', 'retry-jobs')
    .execute();
  expect(log).toEqual([{ userId: admin }]);
});

test('parks a failed run of a schedule until a later one succeeds', async () => {
  let isDown = true;
  let runs = 0;
  const job = defineJob('yearly-work', { cron: '0 0 1 1 *' }, async (_deps: null, work: Partial<Work>) => {
    if (isDown || work.order) throw new Error('the provider is down');
    runs++;
  });
  worker = await startJobs(bed.url, bed.platform.log, true, TIMINGS);
  await worker.prepare([job]);
  const enqueueRun = async (work: Partial<Work>) => {
    await worker!.enqueue(bed.db, job, work);
    await bed.pool.query(`update pgboss.job set retry_limit = 0 where name = 'yearly-work'`);
  };
  await enqueueRun({});
  await enqueueRun({ order: 9 });
  await worker.work(null, [job as Job<never, null>]);
  await until(async () => (await adminClient().list()).count === 2);
  isDown = false;
  await enqueueRun({});
  await until(async () => runs === 1 && (await adminClient().list()).count === 1);
  // No later run replaces a job with a payload.
  const { jobs } = await adminClient().list();
  expect(jobs).toMatchObject([{ queue: 'yearly-work', lastError: 'the provider is down' }]);
  const { rows } = await bed.pool.query<{ data: object }>(`select data from pgboss.job where id = $1`, [
    jobs[0]!.id,
  ]);
  expect(rows[0]!.data).toMatchObject({ order: 9 });
});

test('discards only the chosen job, once', async () => {
  await startWorker([4, 5], new Set([4, 5]));
  await until(async () => (await adminClient().list()).count === 2);
  const [first, second] = (await adminClient().list()).jobs;
  expect(await adminClient().discard({ id: first!.id })).toEqual({ discarded: true });
  expect(await adminClient().discard({ id: first!.id })).toEqual({ discarded: false });
  expect((await adminClient().list()).jobs.map(({ id }) => id)).toEqual([second!.id]);
  const log = await bed.db
    .selectFrom('activityLogs')
    .select('entityId')
    .where('action', '=', 'discard-job')
    .execute();
  expect(log).toEqual([{ entityId: first!.id }]);
});

test('rejects retrying or discarding a job that runs or waits', async () => {
  const job = defineJob('waiting-work', {}, async (_deps: null, _work: Work) => undefined);
  await bed.platform.jobs.prepare([job]);
  await bed.platform.jobs.enqueue(bed.db, job, { order: 1 });
  const { rows } = await bed.pool.query<{ id: string }>(
    `select id from pgboss.job where name = 'waiting-work'`,
  );
  expect(await adminClient().discard({ id: rows[0]!.id })).toEqual({ discarded: false });
  expect(await adminClient().retry({ id: rows[0]!.id })).toEqual({ retried: 0 });
});

test('shows parked jobs only to roles that manage messages', async () => {
  const asReader = createRouterClient(parkedJobsRoutes, {
    context: testContext(bed.platform, { role: 'reader', aal: 'aal2' }),
  });
  await expect(asReader.list()).rejects.toMatchObject({ code: 'NOT_ADMIN' });
  await expect(asReader.retry({ id: null })).rejects.toMatchObject({ code: 'NOT_ADMIN' });
});

/** Jobs that failed all their attempts, with these payloads. */
async function park(queue: string, payloads: object[], output: object = { message: 'broken' }) {
  await bed.platform.jobs.prepare([defineJob(queue, {}, async () => undefined)]);
  for (const payload of payloads)
    await bed.pool.query(
      `insert into pgboss.job (name, data, state, completed_on, output) values ($1, $2, 'failed', now(), $3)`,
      [queue, payload, output],
    );
}

test('names what each job concerns, so that the panel can link to it', async () => {
  const { db } = bed;
  const rifaId = await addRifa(db, 100);
  await db.updateTable('rifas').set({ title: 'Moto nova' }).where('id', '=', rifaId).execute();
  const userId = await addBuyer(db);
  await db.updateTable('profiles').set({ name: 'Rita Prado' }).where('id', '=', userId).execute();
  const order = await addOrderRow(db, { userId, rifaId });
  await park('order-paid', [{ orderId: order.id }]);
  await park('seal-draw', [{ rifaId }]);
  await park('send-proof-mail', [{ userId }]);
  await park('send-auth-notice', [{ to: 'rita@exemplo.com.br', notice: 'x', at: 'y' }]);
  await park('send-lookup-code', [{ lookupId: 'x', contact: { kind: 'phone', phone: '82999990001' } }]);
  await park('check-ledger', [{}]);
  await park('release-coupon-packed', [
    { payloads: [order.id, order.id, order.id, order.id, order.id].map((orderId) => ({ orderId })) },
  ]);
  const { jobs } = await adminClient().list();
  const concern = Object.fromEntries(
    jobs.map(({ queue, subjects, moreSubjects }) => [queue, { subjects, moreSubjects }]),
  );
  const ofOrder = { kind: 'order', id: order.id, title: 'Rita Prado, Moto nova' };
  expect(concern).toEqual({
    'order-paid': { subjects: [ofOrder], moreSubjects: 0 },
    'seal-draw': { subjects: [{ kind: 'rifa', id: rifaId, title: 'Moto nova' }], moreSubjects: 0 },
    'send-proof-mail': { subjects: [{ kind: 'person', id: userId, title: 'Rita Prado' }], moreSubjects: 0 },
    'send-auth-notice': { subjects: [{ kind: 'address', title: 'rita@exemplo.com.br' }], moreSubjects: 0 },
    'send-lookup-code': { subjects: [{ kind: 'address', title: '82999990001' }], moreSubjects: 0 },
    'check-ledger': { subjects: [], moreSubjects: 0 },
    'release-coupon-packed': { subjects: [ofOrder], moreSubjects: 2 },
  });
});

test('reports that a failed job belongs to a schedule whose next run replaces it', async () => {
  const job = defineJob('daily-work', { cron: '0 0 1 1 *' }, async () => undefined);
  worker = await startJobs(bed.url, bed.platform.log, true, TIMINGS);
  await worker.prepare([job]);
  await worker.work(null, [job as Job<never, null>]);
  await park('daily-work', [{}, { order: 9 }]);
  const { jobs } = await adminClient().list();
  expect(jobs.filter(({ recurs }) => recurs)).toHaveLength(1);
});

test('reports that the process of a job was lost', async () => {
  await park('order-paid', [{}], { value: { message: 'job heartbeat timeout' } });
  const { jobs } = await adminClient().list();
  expect(jobs).toMatchObject([{ lastError: 'job heartbeat timeout' }]);
});
