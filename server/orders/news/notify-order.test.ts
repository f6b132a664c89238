import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer, addRifa, createOrderTestbed, line, request } from '../orders.testing.ts';
import { readConfig } from '../../platform/config/config.ts';
import { composeOrderMail } from '../mails/order-mails.ts';
import { selectOrder } from '../reading/order.queries.ts';
import { notifyOrderJob } from './notify-order.job.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from '../reservation/order-batch-writer.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let writer: OrderBatchWriter;
beforeAll(async () => {
  bed = await createOrderTestbed();
  writer = createOrderBatchWriter(bed.platform);
});
afterAll(async () => {
  await writer.close();
  await bed.drop();
});

/** Buyers of these tests have neither push nor WhatsApp. */
const platform = () => ({
  ...bed.platform,
  config: readConfig({}),
  jobs: {
    enqueue: () => Promise.reject(new Error('nothing to enqueue')),
    enqueueMany: () => Promise.reject(new Error('nothing to enqueue')),
    enqueueAll: () => Promise.reject(new Error('nothing to enqueue')),
  },
});

async function newOrder(customer?: object) {
  const [userId, rifaId] = [await addBuyer(bed.db), await addRifa(bed.db, 100)];
  const reserved = await writer.reserve({
    ...request(userId, [line(rifaId, 2)]),
    ...(customer && { customer }),
  });
  if (!reserved.ok) throw new Error(reserved.code);
  return { userId, rifaId, orderId: reserved.order.id };
}

const notificationsOf = (userId: string) =>
  bed.db.selectFrom('notifications').selectAll().where('userId', '=', userId).execute();
const logged = (userId: string) =>
  bed.db.selectFrom('activityLogs').selectAll().where('userId', '=', userId).execute();

test('does not say that charged-back numbers left a closed list', async () => {
  const { userId, orderId, rifaId } = await newOrder();
  await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', rifaId).execute();
  await notifyOrderJob.handle(platform(), { orderId, kind: 'chargedBack' });
  const [notification] = await notificationsOf(userId);
  expect(notification!.message).not.toContain('não participam mais');
  expect(notification!.message).toContain('Uma lista do sorteio que já tinha fechado não muda');
  const order = (await selectOrder(bed.db, { id: orderId }))!;
  const recipient = { name: 'Maria', email: 'maria@exemplo.com.br' };
  const { text } = composeOrderMail('chargedBack', { order, recipient, url: 'https://loja.example/' });
  expect(text).not.toContain('não participam mais');
  expect(text).toContain('Uma lista do sorteio que já tinha fechado não muda');
});

test.each([
  ['created', 'create-order', null],
  ['paid', 'pay-order', 'Pagamento confirmado!'],
  ['cancelled', 'expire-order', 'Seu pedido expirou'],
  ['refunded', 'refund-order', 'Reembolso feito'],
  ['partlyRefunded', 'refund-order-partly', 'Reembolso feito'],
  ['disputed', 'dispute-order', 'Seu pagamento está em contestação'],
  ['disputeWon', 'win-dispute', 'A contestação terminou'],
  ['chargedBack', 'charge-back-order', 'O pagamento foi contestado'],
  ['paymentReturned', 'return-payment', 'Um pagamento seu está sendo devolvido'],
] as const)(
  '%s: notifies and logs once, though the job runs twice concurrently',
  async (kind, action, title) => {
    const { userId, orderId } = await newOrder();
    await Promise.all([
      notifyOrderJob.handle(platform(), { orderId, kind }),
      notifyOrderJob.handle(platform(), { orderId, kind }),
    ]);
    await notifyOrderJob.handle(platform(), { orderId, kind });
    expect(await logged(userId)).toMatchObject([{ action, entityType: 'order', entityId: orderId }]);
    const notifications = await notificationsOf(userId);
    expect(notifications.map((row) => row.title)).toEqual(title === null ? [] : [title]);
    for (const row of notifications)
      expect(row.data).toMatchObject({ href: expect.stringMatching(/^\/pedido\//) });
  },
);

test.each([
  ['paid', 'refunded'],
  ['cancelled', 'paid'],
  ['chargedBack', 'paid'],
] as const)('logs %s and tells the buyer nothing once the order is %s', async (kind, status) => {
  const { userId, orderId } = await newOrder();
  await bed.db.updateTable('orders').set({ status, paidAt: new Date() }).where('id', '=', orderId).execute();
  await notifyOrderJob.handle(platform(), { orderId, kind });
  expect(await logged(userId)).toHaveLength(1);
  expect(await notificationsOf(userId)).toEqual([]);
});

// @covers community 3: order actions carry the address they came from [server/orders/news/notify-order.job.ts]
test('logs the address of a new order, and none for later events', async () => {
  const { userId, orderId } = await newOrder({ name: 'Ana', ipAddress: '203.0.113.9' });
  for (const kind of ['created', 'paid'] as const) await notifyOrderJob.handle(platform(), { orderId, kind });
  const entries = await logged(userId);
  expect(entries.map(({ action, ipAddress }) => `${action}: ${ipAddress}`).toSorted()).toEqual([
    'create-order: 203.0.113.9',
    'pay-order: null',
  ]);
});
