import { randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addBuyer } from '../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { createCheckoutRoutes } from './checkout.routes.ts';

const EMAIL = 'ana@exemplo.com.br';
const SHA256 = 'a'.repeat(64);
const COUPON = 'VOLTA10';
const maceio = { city: 'Maceió', state: 'AL', birthDate: '1992-11-04' } as const;

let bed: PaymentsTestbed;
let rifaId: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  rifaId = await bed.rifa(2);
  await bed.db
    .insertInto('rifaLegal')
    .values({ rifaId, route: 'spa_mf', regulation: 'Regulamento', regulationSha256: SHA256 })
    .execute();
  await bed.db.deleteFrom('couponClaims').execute();
  await bed.db.deleteFrom('coupons').where('code', '=', COUPON).execute();
  await bed.db
    .insertInto('coupons')
    .values({ code: COUPON, percent: 10, maxUses: 1, createdAt: bed.clock.now() })
    .execute();
});

/** A buyer whose profile has only an e-mail address. */
async function newBuyer(): Promise<string> {
  const userId = await addBuyer(bed.db, { cpf: null });
  await bed.db.updateTable('profiles').set({ email: EMAIL }).where('id', '=', userId).execute();
  return userId;
}

/** Buys both numbers of the rifa with every optional field. */
async function buy(userId: string, change: { price?: number; residence?: object } = {}) {
  const client = createRouterClient(
    createCheckoutRoutes({ orderBatchWriter: bed.orderBatchWriter, payments: bed.payments }),
    { context: testContext(bed.platform, { userId }) },
  );
  return client.startPayment({
    headers: { 'idempotency-key': randomUUID() },
    body: {
      items: [{ title: 'Moto', quantity: 2, price: change.price ?? 2, selected_numbers: [], rifaId }],
      customerInfo: {
        name: 'Ana Souza',
        email: EMAIL,
        phone: '(82) 99999-0001',
        cpf: '529.982.247-25',
        ...(change.residence ?? maceio),
      },
      coupon: COUPON,
      acceptedRegulations: [SHA256],
    },
  });
}

async function rejectionOf(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ORPCError)) throw new Error('expected a rejection');
  return error.code as string;
}

async function readSavedData(userId: string) {
  const { rows } = await bed.pool.query<Record<string, unknown>>(
    `select city, state, birth_date::text as born, phone, cpf,
       (select count(*)::integer from orders where user_id = profiles.id) as orders,
       (select count(*)::integer from regulation_acceptances where user_id = profiles.id) as acceptances,
       (select count(*)::integer from coupon_claims where user_id = profiles.id) as coupon_claims,
       (select count(*)::integer from spending_claims where user_id = profiles.id) as spending_claims
     from profiles where id = $1`,
    [userId],
  );
  return rows[0]!;
}

const NOTHING_SAVED = {
  city: null,
  state: null,
  born: null,
  phone: null,
  cpf: null,
  orders: 0,
  acceptances: 0,
  coupon_claims: 0,
  spending_claims: 0,
};

const readCouponUses = () =>
  bed.db.selectFrom('coupons').select('uses').where('code', '=', COUPON).executeTakeFirstOrThrow();

const setMonthlyLimit = (userId: string, monthlyLimit: string) =>
  bed.db.insertInto('ownLimits').values({ userId, monthlyLimit, updatedAt: bed.clock.now() }).execute();

describe('saves nothing for a buyer who is rejected', () => {
  test('for a changed price', async () => {
    const buyer = await newBuyer();
    expect(await rejectionOf(buy(buyer, { price: 1 }))).toBe('PRICE_CHANGED');
    expect(await readSavedData(buyer)).toEqual(NOTHING_SAVED);
  });

  test('for a city that is not eligible', async () => {
    const buyer = await newBuyer();
    const residence = { ...maceio, city: 'Recife', state: 'PE' };
    expect(await rejectionOf(buy(buyer, { residence }))).toBe('NOT_ELIGIBLE');
    expect(await readSavedData(buyer)).toEqual(NOTHING_SAVED);
  });

  test('for being excluded, by the stated CPF', async () => {
    const buyer = await newBuyer();
    await bed.db
      .insertInto('excludedPeople')
      .values({ cpf: '52998224725', note: 'Gerente', addedBy: buyer, addedAt: bed.clock.now() })
      .execute();
    expect(await rejectionOf(buy(buyer))).toBe('NOT_ELIGIBLE');
    await bed.db.deleteFrom('excludedPeople').execute();
    expect(await readSavedData(buyer)).toEqual(NOTHING_SAVED);
  });

  test('for being a minor', async () => {
    const buyer = await newBuyer();
    const residence = { ...maceio, birthDate: '2015-01-01' };
    expect(await rejectionOf(buy(buyer, { residence }))).toBe('NOT_ELIGIBLE');
    expect(await readSavedData(buyer)).toEqual(NOTHING_SAVED);
  });

  test('for a regulation that was not accepted', async () => {
    await bed.db
      .updateTable('rifaLegal')
      .set({ regulationSha256: 'b'.repeat(64) })
      .where('rifaId', '=', rifaId)
      .execute();
    const buyer = await newBuyer();
    expect(await rejectionOf(buy(buyer))).toBe('REGULATION_NOT_ACCEPTED');
    expect(await readSavedData(buyer)).toEqual(NOTHING_SAVED);
  });

  test('for the buyer’s own monthly limit', async () => {
    const buyer = await newBuyer();
    await setMonthlyLimit(buyer, '1.00');
    expect(await rejectionOf(buy(buyer))).toBe('OWN_LIMIT');
    expect(await readSavedData(buyer)).toEqual(NOTHING_SAVED);
  });

  test('for a coupon without uses left', async () => {
    await bed.db.updateTable('coupons').set({ uses: 1 }).where('code', '=', COUPON).execute();
    const buyer = await newBuyer();
    await setMonthlyLimit(buyer, '100.00');
    expect(await rejectionOf(buy(buyer))).toBe('COUPON_REJECTED');
    expect(await readSavedData(buyer)).toEqual(NOTHING_SAVED);
    expect(await readCouponUses()).toEqual({ uses: 1 });
  });

  test('for numbers that are sold out', async () => {
    await bed.order('hosted', { rifaId, quantity: 2 });
    const buyer = await newBuyer();
    await setMonthlyLimit(buyer, '100.00');
    expect(await rejectionOf(buy(buyer))).toBe('NOT_ENOUGH_NUMBERS');
    expect(await readSavedData(buyer)).toEqual(NOTHING_SAVED);
    expect(await readCouponUses()).toEqual({ uses: 0 });
  });
});

test('saves contact, residence and acceptance with the order', async () => {
  const buyer = await newBuyer();
  await setMonthlyLimit(buyer, '100.00');
  await buy(buyer);
  expect(await readSavedData(buyer)).toEqual({
    city: 'Maceió',
    state: 'AL',
    born: '1992-11-04',
    phone: '82999990001',
    cpf: '52998224725',
    orders: 1,
    acceptances: 1,
    coupon_claims: 1,
    spending_claims: 1,
  });
  expect(await readCouponUses()).toEqual({ uses: 1 });
});
