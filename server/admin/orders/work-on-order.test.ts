import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import type { TagColour } from '@mare/domain/admin/bulk-actions.ts';
import { freezeList } from '../../draws/list/freeze-list.ts';
import { mailDrawNewsJob, notifyDrawNewsJob } from '../../draws/news/deliver-draw-news.job.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { sendOrderMailJob } from '../../orders/mails/send-order-mail.job.ts';
import { addExpressAccount } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { listOrders } from './list-orders.ts';
import { readOrder } from './read-order.ts';
import { selectOrderTags, tagOrder } from './tag-orders.ts';
import { addOrderNote, correctOrderContact, resendReceipt } from './work-on-order.ts';

let bed: PaymentsTestbed;
let by: { userId: string; ipAddress: null };
const sent: Mail[] = [];
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendOrderMailJob, notifyDrawNewsJob, mailDrawNewsJob]);
  by = { userId: await bed.buyer(), ipAddress: null };
  await bed.db.updateTable('profiles').set({ name: 'Rita' }).where('id', '=', by.userId).execute();
});
afterAll(() => bed.close());

async function deliver(): Promise<void> {
  sent.length = 0;
  await deliverOutbox({ ...bed.platform, mailer: { send: async (mail) => void sent.push(mail) } });
}

/** Payloads of waiting jobs. */
async function findPayloads(name: string): Promise<never[]> {
  const { rows } = await bed.pool.query('select data from pgboss.job where name = $1 order by created_on', [
    name,
  ]);
  return rows.map((row: { data: unknown }) => row.data) as never[];
}

test('shows amounts that add up, and hides them from support', async () => {
  const order = await paidOrder(bed);
  const page = (await readOrder(bed.db, order.id, true))!;
  expect(page.lines).toMatchObject([{ quantity: 5, numbers: order.numbers.toSorted((a, b) => a - b) }]);
  expect(page.ledger!.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['in', 'settle']));
  expect(page.ledger!.reduce((sum, { centavos }) => sum + centavos, 0)).toBe(0);
  expect(page.contact.email).toBe('maria@exemplo.com.br');
  expect(await readOrder(bed.db, order.id, false)).toMatchObject({
    ledger: null,
    webhooks: null,
    timeline: [{ kind: 'order.created' }, { kind: 'order.paid' }],
  });
  expect(await readOrder(bed.db, randomUUID(), true)).toBeNull();
});

test('shows the address that an express account stated, and no ticket that was merged', async () => {
  const order = await paidOrder(bed);
  const userId = await addExpressAccount(bed.db, 'rosa@exemplo.com.br', bed.clock.now());
  await bed.db.updateTable('orders').set({ userId }).where('id', '=', order.id).execute();
  await bed.db.updateTable('profiles').set({ phone: '82988776655' }).where('id', '=', userId).execute();
  const now = bed.clock.now();
  const kept = {
    id: randomUUID(),
    userId,
    subject: 'Recebi?',
    message: 'Oi',
    slaResponseDue: now,
    createdAt: now,
    updatedAt: now,
  };
  const merged = {
    ...kept,
    id: randomUUID(),
    subject: 'Esqueci',
    status: 'closed',
    resolvedAt: now,
    mergedInto: kept.id,
  };
  await bed.db.insertInto('supportTickets').values(kept).execute();
  await bed.db.insertInto('supportTickets').values(merged).execute();
  expect(await readOrder(bed.db, order.id, true)).toMatchObject({
    buyer: { email: 'rosa@exemplo.com.br', phone: '82988776655' },
    tickets: [{ subject: 'Recebi?' }],
  });
});

test('shows a disputed payment and the cotas that a list left out because of it', async () => {
  const order = await paidOrder(bed);
  expect(await readOrder(bed.db, order.id, true)).toMatchObject({
    isDisputed: false,
    lines: [{ leftOut: null }],
  });
  await bed.db
    .updateTable('orders')
    .set({ disputedAt: bed.clock.now() })
    .where('id', '=', order.id)
    .execute();
  await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', order.rifaId).execute();
  await freezeList(bed.platform, order.rifaId);
  expect(await readOrder(bed.db, order.id, true)).toMatchObject({
    isDisputed: true,
    lines: [{ leftOut: { cotas: 5, reason: 'dispute' } }],
  });
});

test('notifies support of a refunded second payment', async () => {
  const order = await paidOrder(bed);
  const refundId = randomUUID();
  const readTimeline = async () =>
    (await readOrder(bed.db, order.id, false))!.timeline.map(({ kind }) => kind);
  await bed.db
    .insertInto('refunds')
    .values({
      id: refundId,
      provider: 'sandbox',
      paymentId: order.paymentId,
      amount: '10.00',
      reason: 'duplicate',
      idempotencyKey: refundId,
    })
    .execute();
  expect(await readTimeline()).toEqual(['order.created', 'order.paid']);
  await bed.db
    .updateTable('refunds')
    .set({ state: 'done', updatedAt: bed.clock.now() })
    .where('id', '=', refundId)
    .execute();
  expect(await readTimeline()).toEqual(['order.created', 'order.paid', 'refund.done']);
});

test('keeps notes with their author', async () => {
  const order = await paidOrder(bed);
  expect(await addOrderNote(bed.platform, by, { id: order.id, note: 'Ligou hoje' })).toBe(true);
  expect((await readOrder(bed.db, order.id, false))!.notes).toMatchObject([
    { note: 'Ligou hoje', authorName: 'Rita' },
  ]);
  expect(await addOrderNote(bed.platform, by, { id: randomUUID(), note: 'x' })).toBe(false);
});

test('resends a receipt once per request, and only of a paid order', async () => {
  const order = await paidOrder(bed);
  const requestId = randomUUID();
  for (const request of [requestId, requestId, randomUUID()])
    expect(await resendReceipt(bed.platform, by, { id: order.id, requestId: request })).toEqual({ ok: true });
  const jobs = await findPayloads('send-order-mail');
  for (const payload of [...jobs, ...jobs])
    if ((payload as { again?: string }).again) await sendOrderMailJob.handle(bed.platform, payload);
  await deliver();
  expect(sent.map(({ to }) => to)).toEqual(['maria@exemplo.com.br', 'maria@exemplo.com.br']);
  expect((await readOrder(bed.db, order.id, false))!.mails.map(({ kind }) => kind)).toEqual([
    'paid_again',
    'paid_again',
  ]);

  const pending = await bed.order('pix', { start: false });
  expect(await resendReceipt(bed.platform, by, { id: pending.id, requestId: randomUUID() })).toEqual({
    ok: false,
    code: 'RECEIPT_UNAVAILABLE',
  });
});

test('tags an order once, keeps the colour of a used tag, and logs both', async () => {
  const [first, second] = [
    await bed.order('pix', { start: false }),
    await bed.order('pix', { start: false }),
  ];
  const tag = (id: string, colour: TagColour, tagged = true) =>
    tagOrder(bed.platform, by, { id, tag: 'entregar', colour, tagged });
  expect(await Promise.all([tag(first.id, 'coral'), tag(first.id, 'coral')])).toEqual([true, true]);
  await tag(second.id, 'sun');
  expect(await selectOrderTags(bed.db)).toEqual([{ name: 'entregar', colour: 'coral' }]);
  const page = await listOrders(bed.db, orderFilters.parse({ tag: 'entregar' }), false);
  expect(page.rows.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
  expect(page.rows[0]!.tags).toEqual([{ name: 'entregar', colour: 'coral' }]);
  expect((await readOrder(bed.db, first.id, false))!.tags).toHaveLength(1);

  for (const id of [first.id, second.id]) await tag(id, 'sea', false);
  expect(await selectOrderTags(bed.db)).toEqual([]);
  // No order has it: it may get another colour.
  await tag(first.id, 'sun');
  expect(await selectOrderTags(bed.db)).toEqual([{ name: 'entregar', colour: 'sun' }]);
  expect(await tag(randomUUID(), 'sea')).toBe(false);
  const log = await bed.db
    .selectFrom('activityLogs')
    .select(sql<string>`details ->> 'description'`.as('description'))
    .where('entityId', '=', first.id)
    .orderBy('createdAt')
    .execute();
  expect(log.map(({ description }) => description)).toEqual([
    'Pôs a etiqueta “entregar” em um pedido.',
    'Tirou a etiqueta “entregar” de um pedido.',
    'Pôs a etiqueta “entregar” em um pedido.',
  ]);
});

test('notifies both addresses of a corrected contact, keeps the name, and rejects a second correction of the same', async () => {
  const order = await paidOrder(bed);
  const before = (await readOrder(bed.db, order.id, false))!.contact;
  const correct = (email: string) =>
    correctOrderContact(bed.platform, by, {
      id: order.id,
      before,
      email,
      phone: '82988887777',
      reason: 'Escreveu errado',
    });
  const outcomes = await Promise.all([correct('maria@certo.com.br'), correct('maria@outro.com.br')]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes).toContainEqual({ ok: false, code: 'VERSION_CONFLICT' });

  await deliver();
  const page = (await readOrder(bed.db, order.id, false))!;
  expect(sent.map(({ to }) => to)).toEqual(['maria@exemplo.com.br', page.contact.email]);
  expect(page).toMatchObject({ statedName: 'Maria Silva', contact: { phone: '82988887777' } });
  const log = await bed.db
    .selectFrom('activityLogs')
    .select('details')
    .where('action', '=', 'correct-order-contact')
    .execute();
  expect(log).toMatchObject([{ details: { before, reason: 'Escreveu errado' } }]);
});
