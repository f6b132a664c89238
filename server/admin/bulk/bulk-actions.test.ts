import { randomUUID } from 'node:crypto';
import { call } from '@orpc/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import type { Role } from '@mare/domain/accounts/permissions.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { sendOrderMailJob } from '../../orders/mails/send-order-mail.job.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { spend } from '../../platform/database/rate-limits.ts';
import { tagOrder } from '../orders/tag-orders.ts';
import { RECEIPTS_PER_ORDER } from '../orders/work-on-order.ts';
import { selectBulkActions, selectBulkResults } from './bulk-actions.queries.ts';
import { personBulkRoutes } from './bulk-actions.routes.ts';
import { stopBulkAction, undoBulkAction } from './end-bulk-action.ts';
import { runBulkActionJob } from './run-bulk-action.job.ts';
import { countOrders, countPeople, startOrdersAction, startPeopleAction } from './start-bulk-action.ts';

/** More than two transactions of the job. */
const ORDERS = 450;

let bed: PaymentsTestbed;
let by: { userId: string; ipAddress: null };
let personId: string;

beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendOrderMailJob, runBulkActionJob]);
  by = { userId: await bed.buyer(), ipAddress: null };
  const order = await bed.order('pix', { start: false });
  personId = order.userId;
  await bed.pool.query(
    `insert into orders (id, user_id, rifa_id, client_request_id, external_reference, status, quantity, total_amount,
       customer, hold_expires_at)
     select gen_random_uuid(), user_id, rifa_id, gen_random_uuid()::text, gen_random_uuid()::text, 'cancelled', quantity, total_amount,
       customer, hold_expires_at
     from orders, generate_series(2, $2::integer) where id = $1`,
    [order.id, ORDERS],
  );
});
afterAll(() => bed.close());

type Work = Parameters<typeof startOrdersAction>[2]['work'];

async function startAction(work: Work, filters: object = { personId }, id: string = randomUUID()) {
  const input = { id, filters: orderFilters.parse(filters), work };
  return { id, ...(await startOrdersAction(bed.platform, by, input)) };
}
const runJob = (actionId: string) => runBulkActionJob.handle(bed.platform, { actionId });
async function findAction(id: string) {
  return (await selectBulkActions(bed.db, 'orders')).find((action) => action.id === id)!;
}
async function countTagged(tag: string): Promise<number> {
  const rows = await bed.db.selectFrom('taggedOrders').select('orderId').where('tag', '=', tag).execute();
  return rows.length;
}
async function findNotes(note: string) {
  return bed.db
    .selectFrom('orderEvents')
    .select('orderId')
    .where(sql<boolean>`data ->> 'note' = ${note}`)
    .execute();
}

test('tags each order of the filter once under repeated and concurrent runs', async () => {
  const { id } = await startAction({ kind: 'tag', tag: 'feira', colour: 'coral' });
  expect(await startAction({ kind: 'tag', tag: 'feira', colour: 'coral' }, { personId }, id)).toMatchObject({
    ok: true,
  });
  expect(await findAction(id)).toMatchObject({ state: 'running', total: ORDERS, done: 0, canUndo: false });
  await Promise.all([runJob(id), runJob(id)]);
  await Promise.all([runJob(id), runJob(id), runJob(id)]);
  expect(await findAction(id)).toMatchObject({ state: 'done', total: ORDERS, done: ORDERS, skipped: 0 });
  expect(await countTagged('feira')).toBe(ORDERS);
  const log = await bed.db
    .selectFrom('activityLogs')
    .select('details')
    .where('action', '=', 'bulk-tag')
    .execute();
  expect(log).toMatchObject([{ details: { description: `Pôs a etiqueta “feira” em ${ORDERS} pedidos.` } }]);
});

test('applies to the matches of the filter at the start', async () => {
  const first = await bed.order('pix', { start: false });
  await setTag(first.id, 'congelado');
  const { id } = await startAction({ kind: 'note', note: 'Só o primeiro' }, { tag: 'congelado' });
  const later = await bed.order('pix', { start: false });
  await setTag(later.id, 'congelado');
  await setTag(first.id, 'congelado', false);
  await runJob(id);
  expect(await findNotes('Só o primeiro')).toEqual([{ orderId: first.id }]);
  expect(await countOrders(bed.db, orderFilters.parse({ actionId: id }))).toBe(1);
});

test('continues after a crash without a second note', async () => {
  const { id } = await startAction({ kind: 'note', note: 'Uma vez' });
  await runJob(id);
  // The process crashes at the end of the transaction, before it enqueues the rest.
  const enqueue = () => Promise.reject(new Error('lost'));
  const crashing = { ...bed.platform, jobs: { ...bed.platform.jobs, enqueue } };
  await expect(runBulkActionJob.handle(crashing, { actionId: id })).rejects.toThrow('lost');
  expect((await findNotes('Uma vez')).length).toBe((await findAction(id)).done);
  for (const _ of [1, 2, 3]) await runJob(id);
  const noted = await findNotes('Uma vez');
  expect(noted).toHaveLength(ORDERS);
  expect(new Set(noted.map(({ orderId }) => orderId)).size).toBe(ORDERS);
});

test('can be stopped halfway, and undoes exactly its own changes once', async () => {
  const before = await bed.db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', personId)
    .orderBy('id')
    .limit(3)
    .execute();
  for (const order of before) await setTag(order.id, 'entregar');
  const { id } = await startAction({ kind: 'tag', tag: 'entregar', colour: 'sea' });
  await runJob(id);
  const stop = () => stopBulkAction(bed.platform, by, { subject: 'orders', id });
  expect(await undo(id)).toEqual({ ok: false, code: 'CANNOT_UNDO' });
  expect(await Promise.all([stop(), stop()])).toEqual([true, true]);
  await runJob(id);
  const stopped = await findAction(id);
  expect(stopped).toMatchObject({ state: 'stopped', total: ORDERS, skipped: 3, canUndo: true });
  expect(await countTagged('entregar')).toBe(stopped.done + 3);
  expect((await selectBulkResults(bed.db, 'orders', id, false))!.left).toMatchObject(
    before.map((order) => ({ id: order.id, outcome: 'unchanged' })),
  );

  const undone = await Promise.all([undo(id), undo(id)]);
  expect(undone.filter(({ ok }) => ok)).toHaveLength(1);
  const [latest] = await selectBulkActions(bed.db, 'orders');
  expect(latest).toMatchObject({ undoes: id, kind: 'untag', total: stopped.done, canUndo: false });
  await runJob(latest!.id);
  expect(await countTagged('entregar')).toBe(3);
  expect(await findAction(id)).toMatchObject({ canUndo: false });
});

test('mails each receipt once, and reports why an order was skipped', async () => {
  const [paid, mailedOften] = [await paidOrder(bed), await paidOrder(bed)];
  const unpaid = await bed.order('pix', { start: false });
  for (let sent = 0; sent < RECEIPTS_PER_ORDER.hits; sent++)
    expect(await spend(bed.db, bed.clock, RECEIPTS_PER_ORDER, mailedOften.id)).toBeNull();
  const ids = [paid.id, mailedOften.id, unpaid.id].join(',');
  const { id } = await startAction({ kind: 'receipt' }, { ids });
  await Promise.all([runJob(id), runJob(id)]);
  expect(await findAction(id)).toMatchObject({ done: 1, skipped: 2, canUndo: false });
  const { left } = (await selectBulkResults(bed.db, 'orders', id, false))!;
  expect(new Map(left.map((item) => [item.id, item.outcome]))).toEqual(
    new Map([
      [mailedOften.id, 'sent_often'],
      [unpaid.id, 'no_receipt'],
    ]),
  );
  const { rows } = await bed.pool.query(
    `select count(*) as count from pgboss.job where name like 'send-order-mail%' and data::text like '%' || $1 || '%'`,
    [id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('starts nothing for an empty filter, or for similar names only', async () => {
  const work = { kind: 'note', note: 'x' } as const;
  expect(await startAction(work, { tag: 'ninguém' })).toMatchObject({ ok: false, code: 'SELECTION_EMPTY' });
  await bed.db
    .updateTable('profiles')
    .set({ name: 'Josefina Cavalcante' })
    .where('id', '=', personId)
    .execute();
  expect(await countOrders(bed.db, orderFilters.parse({ search: 'cavalcante' }))).toBe(ORDERS);
  expect(await startAction(work, { search: 'cavalcanti' })).toMatchObject({
    ok: false,
    code: 'SELECTION_EMPTY',
  });
  expect(await stopBulkAction(bed.platform, by, { subject: 'orders', id: randomUUID() })).toBe(false);
});

test('tags the people of a filter, and undoes it', async () => {
  const people = [await addBuyer(bed.db), await addBuyer(bed.db)];
  await bed.db.updateTable('profiles').set({ segment: 'vip' }).where('id', 'in', people).execute();
  const id = randomUUID();
  const filters = { search: '', segment: 'vip' } as const;
  expect(await countPeople(bed.db, filters)).toBe(2);
  await startPeopleAction(bed.platform, by, { id, filters, work: { kind: 'tag', tag: 'praia' } });
  await runJob(id);
  const countWithTag = () => countPeople(bed.db, { search: 'praia', segment: '' });
  expect(await countWithTag()).toBe(2);
  // An action belongs to its list.
  expect(await undo(id)).toEqual({ ok: false, code: 'NOT_FOUND' });
  const undoId = randomUUID();
  expect(await undoBulkAction(bed.platform, by, { subject: 'people', id, undoId })).toEqual({ ok: true });
  await runJob(undoId);
  expect(await countWithTag()).toBe(0);
});

test('shows the e-mail of people without a name only to admins', async () => {
  const person = await addBuyer(bed.db);
  const email = `${person}@exemplo.com.br`;
  await bed.db.updateTable('profiles').set({ segment: 'new', email }).where('id', '=', person).execute();
  const tag = async () => {
    const id = randomUUID();
    const work = { kind: 'tag', tag: 'lagoa' } as const;
    await startPeopleAction(bed.platform, by, { id, filters: { search: '', segment: 'new' }, work });
    await runJob(id);
    return id;
  };
  await tag();
  // The second action changes no one.
  const id = await tag();
  const readResults = (role: Role) => {
    const context = testContext(bed.platform, { userId: by.userId, role });
    return call(personBulkRoutes.results, { id }, { context });
  };
  await bed.db.updateTable('profiles').set({ role: 'support' }).where('id', '=', by.userId).execute();
  const item = (name: string) => ({ id: person, name, outcome: 'unchanged' });
  expect((await readResults('support')).left).toContainEqual(item('Sem nome'));
  await bed.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', by.userId).execute();
  expect((await readResults('admin')).left).toContainEqual(item(email));
});

function undo(id: string) {
  return undoBulkAction(bed.platform, by, { subject: 'orders', id, undoId: randomUUID() });
}

async function setTag(id: string, tag: string, isTagged = true): Promise<void> {
  await tagOrder(bed.platform, by, { id, tag, colour: 'sea', tagged: isTagged });
}
