/** Payments that arrive after an order has ended: its numbers and coupon may belong to another order by then. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { monthStart } from '@mare/domain/accounts/own-limits.ts';
import { ownLimitsRoutes } from '../accounts/limits/own-limits.routes.ts';
import { deleteAccount } from '../accounts/privacy/delete-account.ts';
import { eraseAgainJob } from '../accounts/privacy/erase-again.job.ts';
import { releaseOrder } from '../orders/lifecycle/release-order.ts';
import { settleOrder } from '../orders/lifecycle/settle-order.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { createCheckoutRoutes } from './checkout.routes.ts';
import { releaseCouponJob } from './coupons/release-coupon.job.ts';

let bed: PaymentsTestbed;
/** Alternates numbers, so that a new order does not reserve those of the ended one. */
let rifaIds: string[];
let orders = 0;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ maxConnections: 30 });
  await bed.platform.jobs.prepare([eraseAgainJob]);
  rifaIds = await Promise.all(Array.from({ length: 8 }, () => bed.rifa(10_000)));
});
afterAll(() => bed.close());

const clientOf = (userId: string) =>
  createRouterClient(
    {
      ...ownLimitsRoutes,
      ...createCheckoutRoutes({ orderBatchWriter: bed.orderBatchWriter, payments: bed.payments }),
    },
    { context: testContext(bed.platform, { userId }) },
  );

/** Two accounts of one person. */
async function newPerson(): Promise<[string, string]> {
  const [first, second] = [await bed.buyer(), await bed.buyer()];
  await bed.db.updateTable('profiles').set({ personId: first }).where('id', '=', second).execute();
  return [first, second];
}

async function newCoupon(more: { maxUses?: number; usesPerPerson?: number } = {}) {
  const code = `P${randomUUID().replaceAll('-', '').slice(0, 9).toUpperCase()}`;
  await bed.db
    .insertInto('coupons')
    .values({ code, percent: 20, ...more })
    .execute();
  return code;
}

/** An order of 5 cotas of R$ 2. @returns its id, or null when it is rejected */
async function order(userId: string, coupon?: string): Promise<string | null> {
  const rifaId = rifaIds[orders++ % rifaIds.length]!;
  const body = {
    items: [{ title: 'Moto', quantity: 5, price: 2, selected_numbers: [], rifaId }],
    customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
    coupon,
  };
  const headers = { 'idempotency-key': randomUUID() };
  return clientOf(userId)
    .startPayment({ headers, body })
    .then(
      ({ order_id: id }) => id,
      () => null,
    );
}

const pay = (orderId: string) =>
  bed.db.transaction().execute((trx) => settleOrder(trx, orderId, bed.clock.now()));

const cancel = (orderId: string) =>
  bed.db.transaction().execute((trx) => releaseOrder(trx, orderId, 'cancelled'));

const releaseCoupon = (orderId: string) => releaseCouponJob.handle(bed.platform, { orderId });

const readUses = async (code: string) =>
  (await bed.db.selectFrom('coupons').select('uses').where('code', '=', code).executeTakeFirstOrThrow()).uses;

/** Open or paid orders with the discount. */
async function countDiscounted(userIds: readonly string[]): Promise<number> {
  const orders = await bed.db
    .selectFrom('orders')
    .select('id')
    .where('userId', 'in', userIds)
    .where('totalAmount', '=', '8.00')
    .where('status', 'in', ['pending', 'paid'])
    .execute();
  return orders.length;
}

test('claims the coupon of a late payment again', async () => {
  const [buyer] = await newPerson();
  const code = await newCoupon({ maxUses: 1 });
  const late = (await order(buyer, code))!;
  await cancel(late);
  await releaseCoupon(late);
  expect(await readUses(code)).toBe(0);
  expect(await pay(late)).toBe('settled_late');
  expect(await readUses(code)).toBe(1);
  expect(await order(buyer, code)).toBeNull();
});

test('refunds a late payment if the person has used the coupon again', async () => {
  const [first, second] = await newPerson();
  const code = await newCoupon();
  const late = (await order(first, code))!;
  await cancel(late);
  const later = (await order(second, code))!;
  expect(await pay(late)).toBe('coupon_used');
  expect(await pay(later)).toBe('settled');
  expect(await countDiscounted([first, second])).toBe(1);
  expect(await readUses(code)).toBe(1);
  const { rows } = await bed.pool.query<{ taken: number }>(
    `select (sold + reserved - (select count(*) * 5 from orders where rifa_id = any ($1) and status in ('pending', 'paid')))::integer as taken
     from (select sum(sold) as sold, sum(reserved) as reserved from rifa_counters where rifa_id = any ($1)) as counted`,
    [rifaIds],
  );
  expect(rows[0]!.taken).toBe(0);
});

test('refunds a late payment if others have used up the coupon', async () => {
  const [[first], [second]] = [await newPerson(), await newPerson()];
  const code = await newCoupon({ maxUses: 1 });
  const late = (await order(first, code))!;
  await cancel(late);
  await releaseCoupon(late);
  expect(await order(second, code)).toEqual(expect.any(String));
  expect(await pay(late)).toBe('coupon_used');
  expect(await readUses(code)).toBe(1);
  expect(
    await bed.db.selectFrom('couponClaims').select('userId').where('couponCode', '=', code).execute(),
  ).toEqual([{ userId: second }]);
});

test('a late payment and a concurrent new order use the coupon once', async () => {
  for (let round = 0; round < 12; round++) {
    const [first, second] = await newPerson();
    const code = await newCoupon();
    const late = (await order(first, code))!;
    await cancel(late);
    await Promise.all([pay(late), order(second, code), releaseCoupon(late)]);
    await Promise.all([releaseCoupon(late), order(first, code), order(second, code)]);
    expect(await countDiscounted([first, second])).toBe(1);
    expect(await readUses(code)).toBe(1);
  }
});

test('refunds a late payment if the person has paused or spent the limit again', async () => {
  const [first, second] = await newPerson();
  await clientOf(first).changeOwnLimits({ kind: 'monthly', centavos: 1500 });
  const [late, paused] = [(await order(first))!, await newPerson()];
  await cancel(late);
  expect(await order(second)).toEqual(expect.any(String));
  expect(await pay(late)).toBe('over_limit');

  const ended = (await order(paused[0]))!;
  await cancel(ended);
  await clientOf(paused[1]).changeOwnLimits({ kind: 'exclusion' });
  expect(await pay(ended)).toBe('over_limit');
});

test('counts a late payment of last month’s order for the month in which it is paid', async () => {
  const [first, second] = await newPerson();
  await clientOf(first).changeOwnLimits({ kind: 'monthly', centavos: 1500 });
  const late = (await order(first))!;
  await cancel(late);
  const createdAt = new Date(monthStart(bed.clock.now()).getTime() - 60_000);
  await bed.db.updateTable('orders').set({ createdAt }).where('id', '=', late).execute();
  expect(await pay(late)).toBe('settled_late');
  expect(await clientOf(second).ownLimits()).toMatchObject({ spentCentavos: 1000 });
  expect(await order(second)).toBeNull();
});

test('counts an unpaid order of last month for this month', async () => {
  const [first, second] = await newPerson();
  await clientOf(first).changeOwnLimits({ kind: 'monthly', centavos: 1500 });
  const open = (await order(first))!;
  const createdAt = new Date(monthStart(bed.clock.now()).getTime() - 60_000);
  await bed.db.updateTable('orders').set({ createdAt }).where('id', '=', open).execute();
  expect(await order(second)).toBeNull();
  expect(await pay(open)).toBe('settled');
  expect(await clientOf(second).ownLimits()).toMatchObject({ spentCentavos: 1000 });
});

test('refunds a late payment of a deleted account', async () => {
  const [buyer] = await newPerson();
  const ended = (await order(buyer))!;
  await cancel(ended);
  expect(await deleteAccount(bed.platform, { userId: buyer })).toEqual({ ok: true });
  expect(await pay(ended)).toBe('buyer_gone');
});

type Step =
  | { do: 'order'; accountIndex: number; withCoupon: boolean }
  | { do: 'cancel' | 'release' | 'pay'; which: number }
  | { do: 'wait' };

test('never uses a coupon twice or exceeds the limit, in any sequence of orders, ends and payments', async () => {
  const anyOrder = fc.nat(3);
  const anyStep: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('order'),
        accountIndex: fc.nat(1),
        withCoupon: fc.constantFrom(true, true, false),
      }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('cancel', 'release', 'pay'), which: anyOrder }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('wait') }) },
  );
  // Sometimes two concurrent steps.
  const moments = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 2 }), {
    minLength: 20,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(moments, fc.integer({ min: 1, max: 2 }), async (sequence, usesPerPerson) => {
      const accounts = await newPerson();
      const code = await newCoupon({ usesPerPerson });
      const limitCentavos = 4_000;
      await clientOf(accounts[0]).changeOwnLimits({ kind: 'monthly', centavos: limitCentavos });
      const placed: string[] = [];
      let waitedSeconds = 0;
      for (const moment of sequence) {
        await Promise.all(
          moment.map(async (step) => {
            if (step.do === 'wait') {
              waitedSeconds += 121;
              return bed.clock.advance(121);
            }
            if (step.do === 'order') {
              const id = await order(accounts[step.accountIndex]!, step.withCoupon ? code : undefined);
              if (id) placed.push(id);
              return;
            }
            const id = placed[step.which % Math.max(1, placed.length)];
            if (id) await { cancel, release: releaseCoupon, pay }[step.do](id);
          }),
        );
        expect(await countDiscounted(accounts)).toBeLessThanOrEqual(usesPerPerson);
        const { rows } = await bed.pool.query<{ spent: number; claims: number; uses: number }>(
          `select (select coalesce(sum(total_amount) * 100, 0)::integer from orders
              where user_id = any($1::uuid[]) and status in ('pending', 'paid')) as spent,
             (select count(*)::integer from coupon_claims where coupon_code = $2) as claims,
             (select uses from coupons where code = $2) as uses`,
          [accounts, code],
        );
        expect(rows[0]!.spent).toBeLessThanOrEqual(limitCentavos);
        expect(rows[0]!.uses).toBe(rows[0]!.claims);
      }
      bed.clock.advance(-waitedSeconds);
    }),
    { numRuns: 10 },
  );
});
