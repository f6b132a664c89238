import { createRouterClient } from '@orpc/server';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { line, request } from '../../orders/orders.testing.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { sendDueMails } from '../../campaigns/campaigns.testing.ts';
import { allow } from '../../personalization/consent/consent.testing.ts';
import { saveConsent } from '../../personalization/consent/save-consent.ts';
import type { Platform } from '../../platform/platform.ts';
import { cartRoutes } from '../cart.routes.ts';
import { purgeCarts } from './purge-carts.ts';
import { recoverCartJob } from './recover-cart.job.ts';
import { sendCartReminders } from './send-cart-reminders.job.ts';
import { trackCart } from './track-cart.ts';

const MINUTE = 60;

let bed: PaymentsTestbed;
let platform: Platform;
let rifaId: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ maxConnections: 20 });
  platform = bed.platform;
  rifaId = await bed.rifa();
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.db.deleteFrom('emailMessages').execute();
  await bed.db.deleteFrom('scheduledNotifications').execute();
  await bed.db.deleteFrom('notifications').execute();
  await bed.db.deleteFrom('abandonedCartTracking').execute();
  const drawDate = new Date(bed.clock.now().getTime() + 30 * 86_400_000);
  await bed.db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
});

const leave = (userId: string, quantity = 3) => trackCart(platform, userId, [{ rifaId, quantity }]);
/** A buyer who consents to everything. */
const newBuyer = async () => {
  const userId = await bed.buyer();
  await allow(bed.db, userId);
  return userId;
};
const notificationTitles = async (userId: string) =>
  (await bed.db.selectFrom('notifications').select('title').where('userId', '=', userId).execute()).map(
    ({ title }) => title,
  );
const order = async (userId: string) => {
  const reserved = await bed.orderBatchWriter.reserve(request(userId, [line(rifaId, 3)]));
  if (!reserved.ok) throw new Error(reserved.code);
  return reserved.order.id;
};

// @covers storefront 9: reminder after 30 minutes: 'Você esqueceu alguns números!'; analytics of 30 days
test('reminds once, thirty minutes after the last change', async () => {
  const buyer = await newBuyer();
  await leave(buyer);
  bed.clock.advance(20 * MINUTE);
  await leave(buyer, 5);
  bed.clock.advance(29 * MINUTE);
  await sendCartReminders(platform);
  expect(await notificationTitles(buyer)).toEqual([]);
  bed.clock.advance(2 * MINUTE);
  await sendCartReminders(platform);
  expect(await notificationTitles(buyer)).toEqual(['Você esqueceu alguns números!']);
  await leave(buyer, 5);
  bed.clock.advance(60 * MINUTE);
  await sendCartReminders(platform);
  expect(await notificationTitles(buyer)).toHaveLength(1);
  const row = await bed.db.selectFrom('abandonedCartTracking').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ quantity: 5, totalAmount: '10.00', recoveredAt: null });
});

test('concurrent workers remind each of thirty buyers once', async () => {
  const buyers = await Promise.all(Array.from({ length: 30 }, () => newBuyer()));
  for (const buyer of buyers) await leave(buyer);
  bed.clock.advance(31 * MINUTE);
  await Promise.all([sendCartReminders(platform), sendCartReminders(platform), sendCartReminders(platform)]);
  for (const buyer of buyers) expect(await notificationTitles(buyer)).toHaveLength(1);
  const mails = await bed.db.selectFrom('emailMessages').select('userId').execute();
  expect(mails.map(({ userId }) => userId).toSorted()).toEqual(buyers.toSorted());
});

test('a crashed worker sends nothing and the next one sends the reminder', async () => {
  const buyer = await newBuyer();
  await leave(buyer);
  bed.clock.advance(31 * MINUTE);
  const uuid = () => {
    throw new Error('crash');
  };
  const random = { ...platform.random, uuid };
  await expect(sendCartReminders({ ...platform, random })).rejects.toThrow('crash');
  expect(await notificationTitles(buyer)).toEqual([]);
  await sendCartReminders(platform);
  expect(await notificationTitles(buyer)).toHaveLength(1);
});

test.each(['waiting for its payment', 'paid', 'expired'])(
  'sends no reminder after an order is placed: %s',
  async (state) => {
    const buyer = await newBuyer();
    await leave(buyer);
    bed.clock.advance(MINUTE);
    const orderId = await order(buyer);
    const createdAt = bed.clock.now();
    await bed.db.updateTable('orders').set({ createdAt }).where('id', '=', orderId).execute();
    if (state === 'paid') {
      await bed.db.transaction().execute((trx) => settleOrder(trx, orderId, createdAt));
      await recoverCartJob.handle(platform, { orderId });
    }
    if (state === 'expired')
      await bed.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute();
    await trackCart(platform, buyer, []);
    bed.clock.advance(31 * MINUTE);
    await sendCartReminders(platform);
    expect(await notificationTitles(buyer)).toEqual([]);
    const row = await bed.db
      .selectFrom('abandonedCartTracking')
      .select('recoveredAt')
      .executeTakeFirstOrThrow();
    expect(row.recoveredAt === null).toBe(state !== 'paid');
  },
);

/** Tracked lines of the buyer: the rifas of open ones, and of each that was recovered. */
const tracked = async (userId: string) => {
  const rows = await bed.db
    .selectFrom('abandonedCartTracking')
    .select(['rifaId', 'recoveredAt'])
    .where('userId', '=', userId)
    .execute();
  const rifasOf = (recovered: boolean) =>
    rows
      .filter((row) => (row.recoveredAt !== null) === recovered)
      .map((row) => row.rifaId)
      .toSorted();
  return { open: rifasOf(false), recovered: rifasOf(true) };
};

/** What one buyer does, a minute apart. An order takes the whole cart and empties it, as the checkout does. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), rifa: fc.nat(1), quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('remove' as const), rifa: fc.nat(1) }),
  fc.record({ kind: fc.constant('order' as const) }),
  fc.record({ kind: fc.constant('pay' as const), order: fc.nat(3) }),
);

// @covers storefront 4: abandoned carts: recorded, recovered [server/cart/abandonment/track-cart.ts,
//   server/cart/abandonment/recover-cart.job.ts]
test('the figures follow carts, orders and payments in any order', { timeout: 120_000 }, async () => {
  const rifas = [rifaId, await bed.rifa()];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const buyer = await newBuyer();
      const cart = new Map<string, number>();
      const lines = new Map<string, { since: number; quantity: number }>();
      const recovered: string[] = [];
      const orders: { id: string; at: number; rifas: string[]; paid: boolean }[] = [];
      const sync = async (at: number) => {
        await trackCart(
          platform,
          buyer,
          [...cart].map(([id, quantity]) => ({ rifaId: id, quantity })),
        );
        for (const [id, { since }] of lines) {
          const ordered = orders.some((one) => one.at >= since && one.rifas.includes(id));
          if (!cart.has(id) && !ordered) lines.delete(id);
        }
        for (const [id, quantity] of cart) {
          const line = lines.get(id);
          // Filled again after an order, it is the same cart: the payment still recovers it.
          const ordered = line && orders.some((one) => one.at >= line.since && one.rifas.includes(id));
          if (line?.quantity !== quantity) lines.set(id, { since: ordered ? line.since : at, quantity });
        }
      };
      for (const [at, one] of steps.entries()) {
        bed.clock.advance(MINUTE);
        if (one.kind === 'put') cart.set(rifas[one.rifa]!, one.quantity);
        if (one.kind === 'remove') cart.delete(rifas[one.rifa]!);
        if (one.kind === 'order' && cart.size > 0) {
          const reserved = await bed.orderBatchWriter.reserve(
            request(
              buyer,
              [...cart].map(([id, quantity]) => line(id, quantity)),
            ),
          );
          if (!reserved.ok) throw new Error(reserved.code);
          const { id } = reserved.order;
          await bed.db
            .updateTable('orders')
            .set({ createdAt: bed.clock.now() })
            .where('id', '=', id)
            .execute();
          orders.push({ id, at, rifas: [...cart.keys()], paid: false });
          cart.clear();
        }
        const paid = one.kind === 'pay' ? orders[one.order] : undefined;
        if (paid && !paid.paid) {
          paid.paid = true;
          await bed.db.transaction().execute((trx) => settleOrder(trx, paid.id, bed.clock.now()));
          await recoverCartJob.handle(platform, { orderId: paid.id });
          for (const id of paid.rifas) {
            if ((lines.get(id)?.since ?? Infinity) > paid.at) continue;
            lines.delete(id);
            recovered.push(id);
          }
        }
        await sync(at);
        expect(await tracked(buyer)).toEqual({
          open: [...lines.keys()].toSorted(),
          recovered: recovered.toSorted(),
        });
      }
    }),
    { numRuns: 60 },
  );
});

test('a cart filled again before the payment is recovered, and a third one counts anew', async () => {
  const buyer = await newBuyer();
  await leave(buyer, 3);
  bed.clock.advance(MINUTE);
  const orderId = await order(buyer);
  await bed.db.updateTable('orders').set({ createdAt: bed.clock.now() }).where('id', '=', orderId).execute();
  await trackCart(platform, buyer, []);
  bed.clock.advance(MINUTE);
  await leave(buyer, 5);
  await bed.db.transaction().execute((trx) => settleOrder(trx, orderId, bed.clock.now()));
  // Between the payment and its job.
  await leave(buyer, 6);
  await recoverCartJob.handle(platform, { orderId });
  expect(await tracked(buyer)).toEqual({ open: [], recovered: [rifaId] });
  await leave(buyer, 6);
  expect(await tracked(buyer)).toEqual({ open: [rifaId], recovered: [rifaId] });
});

test('reminds of a cart that was filled again after its order expired', async () => {
  const buyer = await newBuyer();
  await leave(buyer, 3);
  bed.clock.advance(MINUTE);
  const orderId = await order(buyer);
  await bed.db.updateTable('orders').set({ createdAt: bed.clock.now() }).where('id', '=', orderId).execute();
  bed.clock.advance(MINUTE);
  await leave(buyer, 5);
  await bed.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute();
  bed.clock.advance(31 * MINUTE);
  await sendCartReminders(platform);
  expect(await notificationTitles(buyer)).toEqual(['Você esqueceu alguns números!']);
});

test.each([
  ['paused', () => ({ pausedAt: bed.clock.now(), pauseReason: 'Aguarde.' })],
  ['cancelled', () => ({ status: 'cancelled' })],
  ['closed', () => ({ drawDate: bed.clock.now() })],
  ['sold out', () => ({ soldNumbers: 1000 })],
] satisfies [string, () => object][])('sends no reminder of a rifa that is %s', async (_, change) => {
  const [gone, other] = [await bed.rifa(), await bed.rifa()];
  const [left, both] = [await newBuyer(), await newBuyer()];
  await trackCart(platform, left, [{ rifaId: gone, quantity: 3 }]);
  await trackCart(
    platform,
    both,
    [gone, other].map((id) => ({ rifaId: id, quantity: 3 })),
  );
  bed.clock.advance(31 * MINUTE);
  await bed.db.updateTable('rifas').set(change()).where('id', '=', gone).execute();
  await sendCartReminders(platform);
  expect(await notificationTitles(left)).toEqual([]);
  expect(await notificationTitles(both)).toHaveLength(1);
});

test('sends no reminder during a self-exclusion', async () => {
  const buyer = await newBuyer();
  await leave(buyer);
  bed.clock.advance(31 * MINUTE);
  const excludedUntil = new Date(bed.clock.now().getTime() + 86_400_000);
  await bed.db
    .insertInto('ownLimits')
    .values({ userId: buyer, excludedUntil, updatedAt: bed.clock.now() })
    .execute();
  await sendCartReminders(platform);
  expect(await notificationTitles(buyer)).toEqual([]);
});

test('sends no reminder for an emptied cart', async () => {
  const buyer = await newBuyer();
  await leave(buyer);
  await trackCart(platform, buyer, []);
  bed.clock.advance(31 * MINUTE);
  await sendCartReminders(platform);
  expect(await notificationTitles(buyer)).toEqual([]);
});

// @covers storefront 3: scheduled_notifications of type abandoned_cart, sent by a job, once
//   [server/cart/abandonment/send-cart-reminders.job.ts]
test('mails the reminder once as promotional mail, skipping buyers who have since bought', async () => {
  const [left, bought] = [await newBuyer(), await newBuyer()];
  for (const buyer of [left, bought]) await leave(buyer);
  bed.clock.advance(31 * MINUTE);
  await sendCartReminders(platform);
  const orderId = await order(bought);
  const createdAt = bed.clock.now();
  await bed.db.updateTable('orders').set({ createdAt }).where('id', '=', orderId).execute();
  const sent: Mail[] = [];
  const mailer = {
    send: async (mail: Mail) => {
      sent.push(mail);
    },
  };
  await Promise.all([1, 2].map(() => sendDueMails({ ...platform, mailer })));
  await sendDueMails({ ...platform, mailer });
  expect(sent).toMatchObject([
    { to: `${left}@exemplo.com.br`, kind: 'promotional', subject: 'Você esqueceu alguns números!' },
  ]);
});

test('computes cart analytics over thirty days', async () => {
  const old = await newBuyer();
  await leave(old);
  bed.clock.advance(31 * 24 * 60 * MINUTE);
  const admin = createRouterClient(cartRoutes, {
    context: testContext(platform, { userId: old, role: 'admin' }),
  });
  for (const stage of ['cart', 'review', 'payment']) {
    const buyer = await newBuyer();
    await leave(buyer);
    await bed.db.updateTable('abandonedCartTracking').set({ stage }).where('userId', '=', buyer).execute();
  }
  const bought = await newBuyer();
  await leave(bought);
  const recoveredAt = bed.clock.now();
  await bed.db
    .updateTable('abandonedCartTracking')
    .set({ recoveredAt })
    .where('userId', '=', bought)
    .execute();
  expect(await admin.analytics()).toEqual({
    carts: 4,
    recovered: 1,
    leftAtReview: 1,
    leftAtPayment: 1,
    lostCentavos: 1800,
  });
});

// @covers storefront 4: a reminder never after a purchase, never twice, not without leave
//   [server/cart/abandonment/send-cart-reminders.job.ts, server/campaigns/messages/queue-messages.ts]
test('tracks nothing without consent and sends no reminder without marketing consent', async () => {
  const silent = await bed.buyer();
  const measured = await bed.buyer();
  await allow(bed.db, measured, { measurement: true, marketing: false });
  for (const userId of [silent, measured]) await leave(userId);
  bed.clock.advance(31 * MINUTE);
  await sendCartReminders(platform);
  for (const userId of [silent, measured]) expect(await notificationTitles(userId)).toEqual([]);
  const rows = await bed.db.selectFrom('abandonedCartTracking').select('userId').execute();
  expect(rows).toEqual([{ userId: measured }]);
});

test('withdrawing consent cancels the pending reminder and deletes the tracked cart', async () => {
  const buyer = await newBuyer();
  await leave(buyer);
  const nothing = { measurement: false, marketing: false, textVersion: 1, adopt: false };
  await saveConsent(platform, { userId: buyer, ipAddress: null }, nothing, purgeCarts);
  bed.clock.advance(31 * MINUTE);
  await sendCartReminders(platform);
  expect(await notificationTitles(buyer)).toEqual([]);
  expect(await bed.db.selectFrom('abandonedCartTracking').selectAll().execute()).toEqual([]);
});
