import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendDueMails } from '../../campaigns/campaigns.testing.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { allow } from '../../personalization/consent/consent.testing.ts';
import { saveConsent } from '../../personalization/consent/save-consent.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { type CartsTestbed, createCartsTestbed } from './carts.testing.ts';
import { purgeCarts } from './purge-carts.ts';
import { recoverCartJob } from './recover-cart.job.ts';
import { sendCartReminders } from './send-cart-reminders.job.ts';
import { trackCart } from './track-cart.ts';

const MINUTE = 60;

let bed: CartsTestbed;
beforeAll(async () => {
  bed = await createCartsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

// @covers storefront 9: reminder after 30 minutes: 'Você esqueceu alguns números!'; analytics of 30 days
test('reminds once, thirty minutes after the last change', async () => {
  const buyer = await bed.newBuyer();
  await bed.abandonCart(buyer);
  bed.clock.advance(20 * MINUTE);
  await bed.abandonCart(buyer, 5);
  bed.clock.advance(29 * MINUTE);
  await sendCartReminders(bed.platform);
  expect(await bed.readNotificationTitles(buyer)).toEqual([]);
  bed.clock.advance(2 * MINUTE);
  await sendCartReminders(bed.platform);
  expect(await bed.readNotificationTitles(buyer)).toEqual(['Você esqueceu alguns números!']);
  await bed.abandonCart(buyer, 5);
  bed.clock.advance(60 * MINUTE);
  await sendCartReminders(bed.platform);
  expect(await bed.readNotificationTitles(buyer)).toHaveLength(1);
  const row = await bed.db.selectFrom('abandonedCartTracking').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ quantity: 5, totalAmount: '10.00', recoveredAt: null });
});

test('reminds each of thirty buyers once with concurrent workers', async () => {
  const buyers = await Promise.all(Array.from({ length: 30 }, () => bed.newBuyer()));
  for (const buyer of buyers) await bed.abandonCart(buyer);
  bed.clock.advance(31 * MINUTE);
  await Promise.all([
    sendCartReminders(bed.platform),
    sendCartReminders(bed.platform),
    sendCartReminders(bed.platform),
  ]);
  for (const buyer of buyers) expect(await bed.readNotificationTitles(buyer)).toHaveLength(1);
  const mails = await bed.db.selectFrom('emailMessages').select('userId').execute();
  expect(mails.map(({ userId }) => userId).toSorted()).toEqual(buyers.toSorted());
});

test('sends the reminder once after a worker crashed', async () => {
  const buyer = await bed.newBuyer();
  await bed.abandonCart(buyer);
  bed.clock.advance(31 * MINUTE);
  const uuid = () => {
    throw new Error('crash');
  };
  const random = { ...bed.platform.random, uuid };
  await expect(sendCartReminders({ ...bed.platform, random })).rejects.toThrow('crash');
  expect(await bed.readNotificationTitles(buyer)).toEqual([]);
  await sendCartReminders(bed.platform);
  expect(await bed.readNotificationTitles(buyer)).toHaveLength(1);
});

test.each(['awaiting payment', 'paid', 'expired'])(
  'sends no reminder after an order is placed: %s',
  async (state) => {
    const buyer = await bed.newBuyer();
    await bed.abandonCart(buyer);
    bed.clock.advance(MINUTE);
    const orderId = await bed.orderCart(buyer);
    if (state === 'paid') {
      await bed.db.transaction().execute((trx) => settleOrder(trx, orderId, bed.clock.now()));
      await recoverCartJob.handle(bed.platform, { orderId });
    }
    if (state === 'expired')
      await bed.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute();
    await bed.emptyCart(buyer);
    bed.clock.advance(31 * MINUTE);
    await sendCartReminders(bed.platform);
    expect(await bed.readNotificationTitles(buyer)).toEqual([]);
    const row = await bed.db
      .selectFrom('abandonedCartTracking')
      .select('recoveredAt')
      .executeTakeFirstOrThrow();
    expect(row.recoveredAt === null).toBe(state !== 'paid');
  },
);

test('reminds of a cart that was filled again after its order expired', async () => {
  const buyer = await bed.newBuyer();
  await bed.abandonCart(buyer, 3);
  bed.clock.advance(MINUTE);
  const orderId = await bed.orderCart(buyer);
  bed.clock.advance(MINUTE);
  await bed.abandonCart(buyer, 5);
  await bed.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute();
  bed.clock.advance(31 * MINUTE);
  await sendCartReminders(bed.platform);
  expect(await bed.readNotificationTitles(buyer)).toEqual(['Você esqueceu alguns números!']);
});

test.each([
  ['paused', () => ({ pausedAt: bed.clock.now(), pauseReason: 'Aguarde.' })],
  ['cancelled', () => ({ status: 'cancelled' })],
  ['closed', () => ({ drawDate: bed.clock.now() })],
  ['sold out', () => ({ soldNumbers: 1000 })],
] satisfies [string, () => object][])('sends no reminder of a rifa that is %s', async (_, change) => {
  const [unavailable, onSale] = [await bed.rifa(), await bed.rifa()];
  const [buyerOfOne, buyerOfBoth] = [await bed.newBuyer(), await bed.newBuyer()];
  await trackCart(bed.platform, buyerOfOne, [{ rifaId: unavailable, quantity: 3 }]);
  await trackCart(
    bed.platform,
    buyerOfBoth,
    [unavailable, onSale].map((id) => ({ rifaId: id, quantity: 3 })),
  );
  bed.clock.advance(31 * MINUTE);
  await bed.db.updateTable('rifas').set(change()).where('id', '=', unavailable).execute();
  await sendCartReminders(bed.platform);
  expect(await bed.readNotificationTitles(buyerOfOne)).toEqual([]);
  expect(await bed.readNotificationTitles(buyerOfBoth)).toHaveLength(1);
});

test('sends no reminder during a self-exclusion', async () => {
  const buyer = await bed.newBuyer();
  await bed.abandonCart(buyer);
  bed.clock.advance(31 * MINUTE);
  const excludedUntil = new Date(bed.clock.now().getTime() + 86_400_000);
  await bed.db
    .insertInto('ownLimits')
    .values({ userId: buyer, excludedUntil, updatedAt: bed.clock.now() })
    .execute();
  await sendCartReminders(bed.platform);
  expect(await bed.readNotificationTitles(buyer)).toEqual([]);
});

test('sends no reminder for an emptied cart', async () => {
  const buyer = await bed.newBuyer();
  await bed.abandonCart(buyer);
  await bed.emptyCart(buyer);
  bed.clock.advance(31 * MINUTE);
  await sendCartReminders(bed.platform);
  expect(await bed.readNotificationTitles(buyer)).toEqual([]);
});

// @covers storefront 3: scheduled_notifications of type abandoned_cart, sent by a job, once
//   [server/cart/abandonment/send-cart-reminders.job.ts]
test('mails the reminder once as promotional mail, skipping buyers who have since bought', async () => {
  const [abandoner, purchaser] = [await bed.newBuyer(), await bed.newBuyer()];
  for (const buyer of [abandoner, purchaser]) await bed.abandonCart(buyer);
  bed.clock.advance(31 * MINUTE);
  await sendCartReminders(bed.platform);
  await bed.orderCart(purchaser);
  const sent: Mail[] = [];
  const mailer = {
    send: async (mail: Mail) => {
      sent.push(mail);
    },
  };
  await Promise.all([1, 2].map(() => sendDueMails({ ...bed.platform, mailer })));
  await sendDueMails({ ...bed.platform, mailer });
  expect(sent).toMatchObject([
    { to: `${abandoner}@exemplo.com.br`, kind: 'promotional', subject: 'Você esqueceu alguns números!' },
  ]);
});

// @covers storefront 4: a reminder never after a purchase, never twice, not without leave
//   [server/cart/abandonment/send-cart-reminders.job.ts, server/campaigns/messages/queue-messages.ts]
test('tracks nothing without consent and sends no reminder without marketing consent', async () => {
  const undecided = await bed.buyer();
  const measured = await bed.buyer();
  await allow(bed.db, measured, { measurement: true, marketing: false });
  for (const userId of [undecided, measured]) await bed.abandonCart(userId);
  bed.clock.advance(31 * MINUTE);
  await sendCartReminders(bed.platform);
  for (const userId of [undecided, measured]) expect(await bed.readNotificationTitles(userId)).toEqual([]);
  const rows = await bed.db.selectFrom('abandonedCartTracking').select('userId').execute();
  expect(rows).toEqual([{ userId: measured }]);
});

test('cancels the reminder and deletes the tracked cart when consent is withdrawn', async () => {
  const buyer = await bed.newBuyer();
  await bed.abandonCart(buyer);
  const noConsent = { measurement: false, marketing: false, textVersion: 1, adopt: false };
  await saveConsent(bed.platform, { userId: buyer, ipAddress: null }, noConsent, purgeCarts);
  bed.clock.advance(31 * MINUTE);
  await sendCartReminders(bed.platform);
  expect(await bed.readNotificationTitles(buyer)).toEqual([]);
  expect(await bed.db.selectFrom('abandonedCartTracking').selectAll().execute()).toEqual([]);
});
