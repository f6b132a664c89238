import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addExpressAccount, line, request } from '../../orders/orders.testing.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { recomputeSegment } from '../../personalization/recompute-segments.job.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { newMailbox, sendDueMails } from '../campaigns.testing.ts';
import { campaignsAdminRoutes } from '../management/campaigns-admin.routes.ts';
import { queueDueMails } from '../messages/send-due-mails.job.ts';
import { selectAutomatedMails } from './automations.queries.ts';
import { queueAutomatedMails } from './queue-automated-mails.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.db.deleteFrom('emailMessages').execute();
  await bed.db.deleteFrom('outbox').execute();
  await bed.db.deleteFrom('automationMarks').execute();
  await bed.db
    .updateTable('profiles')
    .set({ createdAt: new Date(0) })
    .execute();
  await bed.db.updateTable('rifas').set({ status: 'completed' }).execute();
  await bed.db.updateTable('emailAutomations').set({ active: true }).execute();
});

/** Mails sent by two concurrent workers, minute by minute. */
async function runWorkers() {
  const mailbox = newMailbox();
  const platform = { ...bed.platform, mailer: mailbox.mailer };
  for (let minute = 0; minute < 2; minute++)
    await Promise.all(
      [1, 2].map(async () => {
        await queueAutomatedMails(platform);
        await sendDueMails(platform);
      }),
    );
  return mailbox.sent.map(({ to, subject, kind }) => ({ to, subject, kind }));
}

const switchOff = async (key: 'welcome' | 'draw_tomorrow' | 'win_back') => {
  const admin = await bed.buyer();
  const panel = createRouterClient(campaignsAdminRoutes, {
    context: testContext(bed.platform, { userId: admin, role: 'admin' }),
  });
  const automation = (await panel.automations()).find((current) => current.key === key)!;
  await panel.saveAutomation({
    key,
    version: automation.version,
    automation: { ...automation, active: false },
  });
  await bed.db
    .updateTable('profiles')
    .set({ createdAt: new Date(0) })
    .where('id', '=', admin)
    .execute();
};

async function signUp(): Promise<string> {
  const userId = await bed.buyer();
  const createdAt = bed.clock.now();
  await bed.db
    .updateTable('profiles')
    .set({ createdAt, name: 'Rita Lima' })
    .where('id', '=', userId)
    .execute();
  return userId;
}

// @covers storefront 4: mails that go out by themselves: welcome, abandoned cart, draw tomorrow, win-back; on and
//   off, delay [server/campaigns/automations/queue-automated-mails.ts]
test('sends one welcome 10 minutes after sign-up', async () => {
  const userId = await signUp();
  expect(await runWorkers()).toEqual([]);
  bed.clock.advance(11 * 60);
  expect(await runWorkers()).toEqual([
    { to: `${userId}@exemplo.com.br`, subject: 'Boas-vindas à Maré da Sorte, Rita!', kind: 'marketing' },
  ]);
  bed.clock.advance(11 * 60);
  expect(await runWorkers()).toEqual([]);
});

test('logs the mails of an automation and the sales of each', async () => {
  const [sold, switchedOff] = [await signUp(), await signUp()];
  bed.clock.advance(11 * 60);
  await runWorkers();
  const updateMailTo = (userId: string) =>
    bed.db.updateTable('emailMessages').where('userId', '=', userId).where('automation', '=', 'welcome');
  await updateMailTo(sold).set({ clickedAt: bed.clock.now() }).execute();
  await updateMailTo(switchedOff).set({ state: 'skipped', sentAt: null }).execute();
  const orderedAt = new Date(bed.clock.now().getTime() + 1000);
  const reserved = await bed.orderBatchWriter.reserve(request(sold, [line(await bed.rifa(), 2)]));
  if (!reserved.ok) throw new Error(reserved.code);
  await bed.db
    .updateTable('orders')
    .set({ createdAt: orderedAt })
    .where('id', '=', reserved.order.id)
    .execute();
  await bed.db.transaction().execute((trx) => settleOrder(trx, reserved.order.id, orderedAt));
  const log = await selectAutomatedMails(bed.db, 'welcome');
  expect(log.find(({ userId }) => userId === sold)).toMatchObject({
    name: 'Rita Lima',
    state: 'sent',
    isClicked: true,
    orders: 1,
    revenueCentavos: 4_00,
  });
  expect(log.find(({ userId }) => userId === switchedOff)).toMatchObject({
    state: 'skipped',
    sentAt: null,
    isClicked: false,
    orders: 0,
    revenueCentavos: 0,
  });
  expect(await selectAutomatedMails(bed.db, 'win_back')).toEqual([]);
});

test('sends no queued welcome after the automation was switched off', async () => {
  await signUp();
  await queueAutomatedMails(bed.platform);
  await switchOff('welcome');
  await signUp();
  bed.clock.advance(11 * 60);
  expect(await runWorkers()).toEqual([]);
});

async function addHolder(rifaId: string, buyer?: string): Promise<string> {
  const userId = buyer ?? (await bed.buyer());
  await bed.db
    .updateTable('profiles')
    .set({ createdAt: new Date(0) })
    .where('id', '=', userId)
    .execute();
  const reserved = await bed.orderBatchWriter.reserve(request(userId, [line(rifaId, 2)]));
  if (!reserved.ok) throw new Error(reserved.code);
  await bed.db.transaction().execute((trx) => settleOrder(trx, reserved.order.id, bed.clock.now()));
  return userId;
}

test('reminds each holder once, a day before the draw', async () => {
  const rifaId = await bed.rifa();
  const drawDate = new Date(bed.clock.now().getTime() + 30 * HOUR * 1000);
  await bed.db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
  const holders = [await addHolder(rifaId), await addHolder(rifaId)];
  expect(await runWorkers()).toEqual([]);
  bed.clock.advance(7 * HOUR);
  const mails = await runWorkers();
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    holders.map((userId) => `${userId}@exemplo.com.br`).toSorted(),
  );
  expect(mails[0]).toMatchObject({ subject: 'Está chegando: o sorteio de Moto', kind: 'transactional' });
  bed.clock.advance(HOUR);
  expect(await runWorkers()).toEqual([]);
});

test('reminds the holder of an express account at the stated address, and sends no offers there', async () => {
  const rifaId = await bed.rifa();
  const drawDate = new Date(bed.clock.now().getTime() + 20 * HOUR * 1000);
  await bed.db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
  const createdAt = bed.clock.now();
  const userId = await addExpressAccount(bed.db, 'bia@exemplo.com.br', createdAt);
  await addHolder(rifaId, userId);
  await bed.db.updateTable('profiles').set({ createdAt }).where('id', '=', userId).execute();
  bed.clock.advance(11 * 60);
  expect(await runWorkers()).toEqual([
    { to: 'bia@exemplo.com.br', subject: 'Está chegando: o sorteio de Moto', kind: 'transactional' },
  ]);
});

test.each([
  [
    'the rifa is cancelled',
    (rifaId: string) => bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', rifaId),
  ],
  [
    'the order is refunded',
    (rifaId: string) => bed.db.updateTable('orders').set({ status: 'refunded' }).where('rifaId', '=', rifaId),
  ],
  ['the draw is over', () => null],
] as const)('sends no reminder of a draw that waited for the mail server until %s', async (_when, change) => {
  const rifaId = await bed.rifa();
  const drawDate = new Date(bed.clock.now().getTime() + 20 * HOUR * 1000);
  await bed.db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
  await addHolder(rifaId);
  await queueAutomatedMails(bed.platform);
  await queueDueMails(bed.platform);
  const changing = change(rifaId);
  if (changing) await changing.execute();
  else bed.clock.advance(21 * HOUR);
  expect(await runWorkers()).toEqual([]);
});

test('reminds only holders of cotas that are in the draw', async () => {
  const rifaId = await bed.rifa();
  const drawDate = new Date(bed.clock.now().getTime() + 20 * HOUR * 1000);
  await bed.db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
  const [keeper, giver, disputer] = [
    await addHolder(rifaId),
    await addHolder(rifaId),
    await addHolder(rifaId),
  ];
  const recipient = await bed.buyer();
  await bed.db
    .updateTable('profiles')
    .set({ createdAt: new Date(0) })
    .where('id', '=', recipient)
    .execute();
  const giveCotas = async (giverId: string, cotas: number) => {
    const { orderId, selectedNumbers } = await bed.db
      .selectFrom('orderItems')
      .innerJoin('orders', 'orders.id', 'orderItems.orderId')
      .select(['orderId', 'selectedNumbers'])
      .where('orders.userId', '=', giverId)
      .executeTakeFirstOrThrow();
    const gift = { orderId, rifaId, giverId, recipientId: recipient, recipientName: 'Vó Nina' };
    const claimedAt = bed.clock.now();
    await bed.db
      .insertInto('cotaGifts')
      .values(
        selectedNumbers.slice(0, cotas).map((number) => ({
          ...gift,
          number,
          id: randomUUID(),
          reference: randomUUID(),
          createdAt: claimedAt,
          claimedAt,
        })),
      )
      .execute();
  };
  await giveCotas(keeper, 1);
  await giveCotas(giver, 2);
  await bed.db
    .updateTable('orders')
    .set({ disputedAt: bed.clock.now() })
    .where('userId', '=', disputer)
    .execute();
  for (const userId of [keeper, giver, disputer, recipient])
    await bed.db
      .insertInto('whatsappContacts')
      .values({
        userId,
        phone: '82999990012',
        codeEndsAt: bed.clock.now(),
        confirmedAt: bed.clock.now(),
        textVersion: 1,
      })
      .execute();
  const mails = await runWorkers();
  const reached = [keeper, recipient].toSorted();
  expect(mails.map(({ to }) => to).toSorted()).toEqual(reached.map((userId) => `${userId}@exemplo.com.br`));
  const messages = await bed.db
    .selectFrom('outbox')
    .select('userId')
    .where('channel', '=', 'whatsapp')
    .execute();
  expect(messages.flatMap(({ userId }) => userId ?? []).toSorted()).toEqual(reached);
});

test('sends one win-back mail per absence, a day after 60 days away', async () => {
  const userId = await addHolder(await bed.rifa());
  await recomputeSegment(bed.platform, userId);
  bed.clock.advance(61 * DAY);
  for (let time = 0; time < 2; time++) await recomputeSegment(bed.platform, userId);
  expect(await runWorkers()).toEqual([]);
  bed.clock.advance(DAY + 60);
  expect(await runWorkers()).toEqual([
    { to: `${userId}@exemplo.com.br`, subject: 'Sentimos sua falta, Amigo', kind: 'promotional' },
  ]);
});
