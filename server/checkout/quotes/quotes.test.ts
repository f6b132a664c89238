import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQuotesTestbed, type QuotesTestbed, rejectionOf } from './quotes.testing.ts';
import { QUOTE_VALID_MS } from './signed-quote.ts';

let bed: QuotesTestbed;
beforeAll(async () => {
  bed = await createQuotesTestbed();
});
afterAll(() => bed.close());

describe('a quote', () => {
  test('prices and signs the cart of a visitor too', async () => {
    const rifaId = await bed.rifa();
    const quoted = await bed.quote(null, [{ rifaId, quantity: 5, tier: 'tier1', numbers: [3, 7] }]);
    expect(quoted).toMatchObject({
      totalCentavos: 1000,
      lines: [{ rifaId, quantity: 6, bonusQuantity: 1, fullCentavos: 1000, numbers: [3, 7] }],
    });
    const buyer = await bed.buyer();
    const request = { token: quoted.token, items: [{ rifaId, quantity: 5, tier: 'tier1', numbers: [3, 7] }] };
    expect(await rejectionOf(bed.pay(buyer, request))).toMatchObject({ code: 'QUOTE_CHANGED' });
  });

  test('lists changes since the quote with old and new values', async () => {
    const rifaId = await bed.rifa();
    const buyer = await bed.buyer();
    await bed.setPlans(rifaId, 20);
    const items = [{ rifaId, quantity: 5, tier: 'tier1' }];
    const { token } = await bed.quote(buyer, items);
    await bed.setPrice(rifaId, 3);
    await bed.setPlans(rifaId, 40);
    expect(await rejectionOf(bed.pay(buyer, { token, items }))).toEqual({
      code: 'QUOTE_CHANGED',
      data: {
        changes: [
          { kind: 'price', rifaId, title: 'Moto', was: 1000, is: 1500 },
          { kind: 'bonus', rifaId, title: 'Moto', was: 1, is: 2 },
        ],
      },
    });
  });

  test('is valid for one cart and one buyer, for fifteen minutes', async () => {
    const rifaId = await bed.rifa();
    const [buyer, otherBuyer] = [await bed.buyer(), await bed.buyer()];
    const items = [{ rifaId, quantity: 2 }];
    const { token } = await bed.quote(buyer, items);
    const rejected = { code: 'QUOTE_CHANGED', data: { changes: [] } };
    expect(await rejectionOf(bed.pay(otherBuyer, { token, items }))).toEqual(rejected);
    expect(await rejectionOf(bed.pay(buyer, { token, items: [{ rifaId, quantity: 3 }] }))).toEqual(rejected);
    expect(await rejectionOf(bed.pay(buyer, { token: `${token.slice(0, -2)}xx`, items }))).toEqual(rejected);
    bed.clock.advance(QUOTE_VALID_MS / 1000);
    expect(await rejectionOf(bed.pay(buyer, { token, items }))).toEqual(rejected);
  });

  test('accepts a retry after a lost response', async () => {
    const rifaId = await bed.rifa();
    const buyer = await bed.buyer();
    const items = [{ rifaId, quantity: 2 }];
    const { token } = await bed.quote(buyer, items);
    const key = randomUUID();
    const first = await bed.pay(buyer, { token, items, key });
    await bed.setPrice(rifaId, 5);
    expect((await bed.pay(buyer, { token, items, key })).order_id).toBe(first.order_id);
  });

  test('names the rifa that is no longer on sale, and the one that is sold out', async () => {
    const [closed, small] = [await bed.rifa(), await bed.rifa(3)];
    const buyer = await bed.buyer();
    await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', closed).execute();
    expect(await rejectionOf(bed.quote(buyer, [{ rifaId: closed, quantity: 1 }]))).toMatchObject({
      code: 'RIFA_NOT_ACTIVE',
      data: { rifaId: closed, title: 'Moto' },
    });
    expect(await rejectionOf(bed.quote(buyer, [{ rifaId: small, quantity: 4 }]))).toMatchObject({
      code: 'NOT_ENOUGH_NUMBERS',
      data: { rifaId: small, title: 'Moto', remaining: 3 },
    });
  });
});

test.each([
  ['a bonus', { tier: 'tier1' }, {}],
  ['a combo', {}, { combos: JSON.stringify([{ quantity: 5, priceCentavos: 900 }]) }],
  ['a price step', {}, { priceSteps: JSON.stringify([{ fromQuantity: 3, priceCentavos: 150 }]) }],
])('rejects an order without a quote with %s, which its items do not state', async (_, item, terms) => {
  const rifaId = await bed.rifa();
  const buyer = await bed.buyer();
  if (Object.keys(terms).length > 0)
    await bed.db.updateTable('rifas').set(terms).where('id', '=', rifaId).execute();
  const payWithoutQuote = (more: object) =>
    bed.clientOf(buyer).startPayment({
      headers: { 'idempotency-key': randomUUID() },
      body: {
        items: [{ title: 'Moto', quantity: 5, price: 2, selected_numbers: [], rifaId, ...more }],
        customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
      },
    });
  expect(await rejectionOf(payWithoutQuote(item))).toEqual({ code: 'QUOTE_CHANGED', data: { changes: [] } });
});

test('never charges more than the items of an order without a quote state', async () => {
  const rifaId = await bed.rifa();
  const buyer = await bed.buyer();
  const coupon = `C${randomUUID().slice(0, 8).toUpperCase()}`;
  await bed.db
    .insertInto('coupons')
    .values({ code: coupon, percent: 10, createdAt: bed.clock.now() })
    .execute();
  const payAndReadTotal = async (more: object) => {
    const { order_id: orderId } = await bed.clientOf(buyer).startPayment({
      headers: { 'idempotency-key': randomUUID() },
      body: {
        items: [{ title: 'Moto', quantity: 5, price: 2, selected_numbers: [], rifaId }],
        customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
        ...more,
      },
    });
    const { totalAmount } = await bed.db
      .selectFrom('orders')
      .select('totalAmount')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    return totalAmount;
  };
  expect(await payAndReadTotal({})).toBe('10.00');
  expect(await payAndReadTotal({ coupon })).toBe('9.00');
  await bed.setPrice(rifaId, 1.5);
  expect(await rejectionOf(payAndReadTotal({}))).toMatchObject({ code: 'PRICE_CHANGED' });
});
