/** Stored sums of sales and visits stay correct when orders are refunded between recomputations. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeback, settlement } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { recordVisit } from '../../experiments/record-visit.ts';
import { addBuyer, addOrderRow, addRifa, createOrderTestbed } from '../../orders/orders.testing.ts';
import { readFunnel } from '../analytics/read-analytics.ts';
import { addUpSales } from './aggregate-sales.job.ts';
import { readSales } from './read-sales.ts';

/** Days of the orders; refunds follow in the days after. */
const ORDER_DAYS = 3;
const LAST_DAY = 130;
/** When all orders are old enough to be in the sums. */
const FIRST_SUMMED_DAY = ORDER_DAYS + 1;
const COTAS = 3;
const PRICE_CENTAVOS = 500;

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let rifaId: string;
let buyer: string;
beforeAll(async () => {
  bed = await createOrderTestbed();
  rifaId = await addRifa(bed.db, 1000);
  buyer = await addBuyer(bed.db);
});
afterAll(() => bed.drop());

const sale = fc.record({
  day: fc.nat(ORDER_DAYS - 1),
  /** Null: never. */
  change: fc.option(
    fc.record({
      day: fc.integer({ min: ORDER_DAYS, max: LAST_DAY }),
      to: fc.constantFrom('refunded' as const, 'charged_back' as const, 'partly refunded' as const),
    }),
  ),
});
type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

const noon = (day: number) => new Date(Date.UTC(2026, 5, 1 + day, 15));
const platformAt = (day: number) => ({ db: bed.db, clock: { now: () => noon(day) } });

async function addSale({ day }: Sale): Promise<string> {
  const { id, externalReference } = await addOrderRow(bed.db, {
    userId: buyer,
    rifaId,
    quantity: COTAS,
    totalAmount: ((COTAS * PRICE_CENTAVOS) / 100).toFixed(2),
    status: 'paid',
    paidAt: noon(day),
    holdExpiresAt: noon(day),
    createdAt: noon(day),
  });
  await bed.db
    .insertInto('orderItems')
    .values({
      orderId: id,
      rifaId,
      quantity: COTAS,
      unitPrice: '5.00',
      totalAmount: '15.00',
      selectedNumbers: [1, 2, 3],
    })
    .execute();
  await recordVisit(platformAt(day), {
    sessionId: randomUUID(),
    step: 'order',
    utmSource: null,
    affiliate: false,
    referrerHost: '',
    userId: buyer,
    orderReference: externalReference,
  });
  return id;
}

async function changeOrder(id: string, to: NonNullable<Sale['change']>['to']): Promise<void> {
  const orders = bed.db.updateTable('orders').where('id', '=', id);
  if (to !== 'partly refunded') return void (await orders.set({ status: to }).execute());
  await orders.set({ returnedAmount: '5.00' }).execute();
  await bed.db
    .updateTable('orderItems')
    .set({ quantity: COTAS - 1, totalAmount: '10.00', selectedNumbers: [1, 2] })
    .where('orderId', '=', id)
    .execute();
}

/** Expected sums, from the sales of the last day. */
function computeExpectedSums(sales: readonly Sale[]) {
  const cotasLeft = sales.map(({ change: made }) =>
    made === null ? COTAS : made.to === 'partly refunded' ? COTAS - 1 : 0,
  );
  const cotas = cotasLeft.reduce((sum, left) => sum + left, 0);
  return {
    paid: cotasLeft.filter((left) => left > 0).length,
    cotas,
    centavos: cotas * PRICE_CENTAVOS,
  };
}

const saleDays = {
  from: noon(0).toISOString().slice(0, 10),
  until: noon(ORDER_DAYS - 1)
    .toISOString()
    .slice(0, 10),
};

test('updates sums of sales and visits for orders refunded months later', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 6 }), async (sales) => {
      for (const table of ['visits', 'visitDays', 'buyerCohorts', 'salesHours', 'orders'] as const)
        await bed.db.deleteFrom(table).execute();
      const ids = [];
      for (const sold of sales) ids.push(await addSale(sold));
      const days = new Set([
        FIRST_SUMMED_DAY,
        ...sales.flatMap(({ change: made }) => (made ? [made.day] : [])),
      ]);
      // Sums are also computed on earlier days, before the change.
      for (const day of [...days].toSorted((a, b) => a - b)) {
        await addUpSales(platformAt(day - 1));
        for (const [index, { change: made }] of sales.entries())
          if (made?.day === day) await changeOrder(ids[index]!, made.to);
        await addUpSales(platformAt(day));
      }
      await addUpSales(platformAt(LAST_DAY));
      const { paid, cotas, centavos } = computeExpectedSums(sales);
      const read = await readSales(platformAt(LAST_DAY), 'week', saleDays);
      expect(read).toMatchObject({ orders: sales.length, paidOrders: paid, cotas });
      const { total } = await readFunnel(platformAt(LAST_DAY), LAST_DAY + 1);
      expect(total).toMatchObject({ ordered: sales.length, paid, paidCentavos: centavos });
      expect(await bed.db.selectFrom('changedSales').select('id').execute()).toEqual([]);
    }),
    { numRuns: 20, endOnFailure: true },
  );
});

test('subtracts charged-back amounts at any time', async () => {
  for (const table of ['orders', 'salesHours', 'ledgerEntries'] as const)
    await bed.db.deleteFrom(table).execute();
  const id = await addSale({ day: 0, change: null });
  const payment = { provider: 'sandbox', paymentId: id, amountCentavos: COTAS * PRICE_CENTAVOS };
  await bed.db
    .insertInto('providerPayments')
    .values({
      provider: payment.provider,
      paymentId: id,
      orderId: id,
      amount: '15.00',
      currency: 'BRL',
      state: 'charged_back',
      rawStatus: 'charged_back',
      disposition: 'settles',
      providerUpdatedAt: noon(2),
    })
    .execute();
  await postToLedger(bed.db, [settlement(id, [{ rifaId, totalCentavos: 1500 }])], noon(0));
  await addUpSales(platformAt(LAST_DAY - 1));
  await postToLedger(bed.db, [chargeback(payment, 0, true)], noon(2));
  await changeOrder(id, 'charged_back');
  await addUpSales(platformAt(LAST_DAY));
  const { points } = await readSales(platformAt(LAST_DAY), 'week', saleDays);
  expect(points.map(({ revenueCentavos }) => revenueCentavos)).toEqual([1500, 0, -1500]);
});
