/** Refunds of some cotas of an order over several rifas. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkNumberCounts, line } from '../../orders/orders.testing.ts';
import { findOrderByReference } from '../../orders/reading/find-order.ts';
import {
  createPaymentsTestbed,
  ledgerBalances,
  paidOrder,
  type PaymentsTestbed,
  sendRefunds,
} from '../payments.testing.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import { refundRifa } from './cancelled/refund-rifa.ts';
import { findPrize, giveFirstCota, refundAmount } from './refunds.testing.ts';
import { withdrawOrder } from './withdraw-order.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ timeoutMs: 1_500 });
});
afterAll(() => bed.close());

const setStatus = (rifaId: string, status: string) =>
  bed.db.updateTable('rifas').set({ status }).where('id', '=', rifaId).execute();

async function cancel(rifaId: string) {
  await setStatus(rifaId, 'cancelled');
  await refundRifa(bed.context, rifaId);
}

async function withdraw(externalReference: string) {
  const order = await findOrderByReference(bed.db, externalReference);
  return withdrawOrder(bed.payments, order!);
}

const refundedOf = async (paymentId: string) => (await bed.read(paymentId)).refundedCentavos;

async function salesOf(rifaId: string): Promise<number> {
  const { rows } = await bed.pool.query<{ centavos: string }>(
    'select coalesce(sum(amount * -100), 0)::bigint as centavos from ledger_entries where account = $1',
    [`sales:${rifaId}`],
  );
  return Number(rows[0]!.centavos);
}

/** An order of 10 cotas of the first rifa and 3 of the second, for odd amounts. */
async function addOrderOfTwoRifas() {
  const [firstRifa, secondRifa] = [await bed.rifa(100), await bed.rifa(100)];
  const lines = [
    { ...line(firstRifa, 10), totalCentavos: 1_777 },
    { ...line(secondRifa, 3), totalCentavos: 301, bonusQuantity: 1 },
  ];
  return { firstRifa, secondRifa, ...(await paidOrder(bed, { lines })) };
}

describe('cancelling one rifa of an order over two', () => {
  test('refunds only its cotas, although the other rifa is drawn', async () => {
    const { firstRifa, secondRifa, id, paymentId, userId } = await addOrderOfTwoRifas();
    await setStatus(firstRifa, 'completed');
    await cancel(secondRifa);
    await bed.payments.runDueWork();
    expect(await refundedOf(paymentId)).toBe(301);
    expect(await bed.status(id)).toBe('paid');
    expect(await checkNumberCounts(bed.db, firstRifa)).toMatchObject({ sold: 10 });
    expect(await checkNumberCounts(bed.db, secondRifa)).toMatchObject({ sold: 0, free: 100 });
    expect([await salesOf(firstRifa), await salesOf(secondRifa)]).toEqual([1_777, 0]);
    const { totalSpent, totalOrders } = await bed.db
      .selectFrom('profiles')
      .select(['totalSpent', 'totalOrders'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect([totalSpent, totalOrders]).toEqual(['17.77', 1]);
    await refundRifa(bed.context, secondRifa);
    await bed.payments.runDueWork();
    expect(await refundedOf(paymentId)).toBe(301);
  });

  test('refunds the rest and ends the order after the second one', async () => {
    const { firstRifa, secondRifa, id, paymentId, userId } = await addOrderOfTwoRifas();
    await cancel(secondRifa);
    await bed.payments.runDueWork();
    await cancel(firstRifa);
    await bed.payments.runDueWork();
    expect(await refundedOf(paymentId)).toBe(2_078);
    expect(await bed.status(id)).toBe('refunded');
    expect(await checkNumberCounts(bed.db, firstRifa)).toMatchObject({ sold: 0, free: 100 });
    expect([await salesOf(firstRifa), await salesOf(secondRifa)]).toEqual([0, 0]);
    const profile = bed.db.selectFrom('profiles').select(['totalSpent', 'totalOrders']);
    expect(await profile.where('id', '=', userId).execute()).toEqual([
      { totalSpent: '0.00', totalOrders: 0 },
    ]);
  });

  test('refunds each cota once under a concurrent withdrawal and second cancellation', async () => {
    const { firstRifa, secondRifa, id, paymentId, externalReference } = await addOrderOfTwoRifas();
    await setStatus(secondRifa, 'cancelled');
    await Promise.all([
      refundRifa(bed.context, secondRifa),
      withdraw(externalReference),
      refundRifa(bed.context, secondRifa),
      withdraw(externalReference),
    ]);
    await Promise.all([bed.payments.runDueWork(), bed.payments.runDueWork()]);
    expect(await refundedOf(paymentId)).toBe(2_078);
    expect(await bed.status(id)).toBe('refunded');
    expect(await checkNumberCounts(bed.db, firstRifa)).toMatchObject({ free: 100 });
    expect(await checkNumberCounts(bed.db, secondRifa)).toMatchObject({ free: 100 });
  });

  test('keeps the cotas in the order when the provider rejects the refund', async () => {
    const { secondRifa, id, paymentId } = await addOrderOfTwoRifas();
    await bed.faults({
      match: `POST /v1/payments/${paymentId}/refunds`,
      status: 400,
      times: 5,
    });
    await cancel(secondRifa);
    await sendRefunds(bed.context);
    expect(await bed.refunds(paymentId)).toMatchObject([{ state: 'rejected' }]);
    expect(await bed.status(id)).toBe('paid');
    expect(await checkNumberCounts(bed.db, secondRifa)).toMatchObject({ sold: 3 });
  });

  test('settles money that arrives late, and refunds the cotas of that rifa', async () => {
    const [firstRifa, secondRifa] = [await bed.rifa(100), await bed.rifa(100)];
    const order = await bed.order('pix', { lines: [line(firstRifa, 2), line(secondRifa, 2)] });
    const paymentId = await bed.paymentId(order.externalReference);
    await setStatus(secondRifa, 'cancelled');
    await bed.transition(paymentId, 'approve');
    await applySnapshot(bed.context, await bed.read(paymentId), 'check');
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('paid');
    expect(await refundedOf(paymentId)).toBe(400);
    expect(await checkNumberCounts(bed.db, firstRifa)).toMatchObject({ sold: 2 });
  });
});

test('spreads the price of a line over all cotas, including bonus cotas', async () => {
  const rifaId = await bed.rifa(100);
  const lines = [{ ...line(rifaId, 7), totalCentavos: 1_200, bonusQuantity: 1 }];
  const { id, externalReference, userId } = await paidOrder(bed, { lines });
  const item = () =>
    bed.db
      .selectFrom('orderItems')
      .select(['quantity', 'bonusQuantity', 'totalAmount', 'selectedNumbers'])
      .where('orderId', '=', id)
      .executeTakeFirstOrThrow();
  const { selectedNumbers } = await item();
  await giveFirstCota(bed, { id, rifaId, userId, numbers: selectedNumbers });
  expect(await withdraw(externalReference)).toMatchObject({ ok: true });
  await bed.payments.runDueWork();
  expect(await item()).toMatchObject({ quantity: 1, bonusQuantity: 0 });
});

test('rejects withdrawing a revealed cota premiada', async () => {
  const rifaId = await bed.rifa(100);
  await bed.db
    .insertInto('instantPrizes')
    .values({ rifaId, position: 1, name: 'Pix', commitment: 'c'.repeat(64) })
    .execute();
  const { externalReference, paymentId } = await paidOrder(bed, { rifaId });
  expect(await withdraw(externalReference)).toEqual({ ok: false, code: 'NOT_WITHDRAWABLE' });
  await bed.payments.runDueWork();
  expect(await refundedOf(paymentId)).toBe(0);
});

test('leaves prize and cota with the winner of a cota premiada of a cancelled rifa', async () => {
  const rifaId = await bed.rifa(100);
  const { id, numbers, paymentId, userId } = await paidOrder(bed, { rifaId });
  await findPrize(bed, { id, rifaId, userId, numbers });
  await cancel(rifaId);
  await bed.payments.runDueWork();
  expect(await refundedOf(paymentId)).toBe(800);
  expect(await bed.status(id)).toBe('paid');
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 1 });
});

/** Events of an order of three rifas, in any order and number. */
type Step =
  | 'cancel 0'
  | 'cancel 1'
  | 'cancel 2'
  | 'withdraw'
  | 'amount'
  | 'draw 2'
  | 'send'
  | 'due work'
  | 'lose answers';

test('refunds the paid price of the returned cotas, in any sequence', { timeout: 300_000 }, async () => {
  const steps = fc.array(
    fc.constantFrom<Step>(
      'cancel 0',
      'cancel 1',
      'cancel 2',
      'withdraw',
      'amount',
      'draw 2',
      'send',
      'due work',
      'lose answers',
    ),
    { minLength: 1, maxLength: 6 },
  );
  const totals = [1_001, 333, 250];
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const rifas = [await bed.rifa(50), await bed.rifa(50), await bed.rifa(50)];
      const lines = rifas.map((rifaId, index) => ({ ...line(rifaId, 3), totalCentavos: totals[index]! }));
      const { id, paymentId, externalReference } = await paidOrder(bed, { lines });
      const returned = new Set<number>();
      let isDrawn = false;
      let amounts = 0;
      for (const step of sequence) {
        const index = Number(step.at(-1));
        if (step === 'draw 2') {
          if (!returned.has(2)) isDrawn = true;
          if (isDrawn) await setStatus(rifas[2]!, 'completed');
        } else if (step === 'amount') {
          if ((await refundAmount(bed, id, 30)).ok) amounts += 30;
        } else if (step === 'withdraw') {
          await withdraw(externalReference);
          for (const line of isDrawn ? [0, 1] : [0, 1, 2]) returned.add(line);
        } else if (step === 'send') await sendRefunds(bed.context);
        else if (step === 'due work') await bed.payments.runDueWork();
        else if (step === 'lose answers')
          await bed.faults({
            match: `POST /v1/payments/${paymentId}/refunds`,
            malformed_json: true,
            times: 1,
          });
        else if (!(index === 2 && isDrawn)) {
          await cancel(rifas[index]!);
          returned.add(index);
        }
      }
      for (let round = 0; round < 3; round++) {
        await bed.payments.runDueWork();
        bed.clock.advance(700);
      }
      const paidBack = [...returned].reduce((sum, index) => sum + totals[index]!, 0);
      const refunded = await refundedOf(paymentId);
      const isExact = amounts === 0 || returned.size === 3;
      expect(refunded).toBeGreaterThanOrEqual(Math.max(amounts, paidBack));
      expect(refunded).toBeLessThanOrEqual(isExact ? paidBack : amounts + paidBack);
      expect(await bed.status(id)).toBe(returned.size === 3 ? 'refunded' : 'paid');
      const sales: number[] = [];
      for (const [index, rifaId] of rifas.entries()) {
        expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: returned.has(index) ? 0 : 3 });
        sales.push(await salesOf(rifaId));
      }
      const unreturned = totals.map((total, index) => (returned.has(index) ? 0 : total));
      expect(isExact ? sales : unreturned).toEqual(unreturned);
      expect(sales.reduce((sum, centavos) => sum + centavos, 0)).toBe(1_584 - refunded);
      await bed.faults();
    }),
    { numRuns: 15 },
  );
  expect((await ledgerBalances(bed)).customer_funds).toBe(0);
});
