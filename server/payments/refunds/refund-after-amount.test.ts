/** Returns of cotas after a refund of an amount that left the cotas with the buyer. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrderByReference } from '../../orders/reading/find-order.ts';
import { addAdmin, checkNumberCounts, line } from '../../orders/orders.testing.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';
import {
  createPaymentsTestbed,
  ledgerBalances,
  paidOrder,
  type PaymentsTestbed,
} from '../payments.testing.ts';
import { readSettledOrder } from '../read-settled-order.ts';
import { readPaymentHistory } from '../review/read-payment-history.ts';
import { lockOrderReference } from '../settlement/with-order-lock.ts';
import { refundRifa } from './cancelled/refund-rifa.ts';
import { previewAdminRefund } from './preview-refund.ts';
import { refundAsAdmin } from './refund-as-admin.ts';
import { findPrize, giveFirstCota, refundAmount } from './refunds.testing.ts';
import { withdrawOrder } from './withdraw-order.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

async function cancel(rifaId: string) {
  await bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', rifaId).execute();
  await refundRifa(bed.context, rifaId);
}

const refundedOf = async (paymentId: string) => (await bed.read(paymentId)).refundedCentavos;

test('a withdrawal leaves a claimed gift with its recipient', async () => {
  const order = await paidOrder(bed, { quantity: 10, totalCentavos: 1_000 });
  await giveFirstCota(bed, order);
  expect(await refundAmount(bed, order.id, 200)).toMatchObject({ ok: true });
  await bed.payments.runDueWork();
  const stored = (await findOrderByReference(bed.db, order.externalReference))!;
  const { withdrawal } = await readSettledOrder(bed.platform, stored, {
    isOwn: true,
    now: bed.clock.now(),
  });
  expect(await withdrawOrder(bed.payments, stored)).toMatchObject({ ok: true });
  await bed.payments.runDueWork();
  expect(await refundedOf(order.paymentId)).toBe(200 + 720);
  expect(withdrawal).toMatchObject({ centavos: 720, returned: [{ quantity: 9, centavos: 720 }] });
  expect(await bed.status(order.id)).toBe('paid');
  expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ sold: 1 });
});

test('a cancelled rifa leaves a cota premiada with its winner', async () => {
  const order = await paidOrder(bed);
  await findPrize(bed, order);
  await refundAmount(bed, order.id, 200);
  await cancel(order.rifaId);
  await bed.payments.runDueWork();
  expect(await refundedOf(order.paymentId)).toBe(200 + 640);
  expect(await bed.status(order.id)).toBe('paid');
  expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ sold: 1 });
});

test('the panel shows the amount that a return of each rifa refunds', async () => {
  const [firstRifa, secondRifa] = [await bed.rifa(100), await bed.rifa(100)];
  const order = await paidOrder(bed, {
    lines: [
      { ...line(firstRifa, 10), totalCentavos: 1_777 },
      { ...line(secondRifa, 3), totalCentavos: 301 },
    ],
  });
  await refundAmount(bed, order.id, 501);
  const { returnable } = (await readPaymentHistory(bed.db, order.externalReference))!;
  expect(returnable).toMatchObject({ centavos: 1_577, returned: [{ centavos: 1_348 }, { centavos: 228 }] });
  await cancel(secondRifa);
  await bed.payments.runDueWork();
  expect(await refundedOf(order.paymentId)).toBe(501 + 228);
  await cancel(firstRifa);
  await bed.payments.runDueWork();
  expect(await refundedOf(order.paymentId)).toBe(2_078);
  expect(await bed.status(order.id)).toBe('refunded');
});

test('the ledger books a returned rifa whole, and the amount on the rifas that stay', async () => {
  const [firstRifa, secondRifa] = [await bed.rifa(100), await bed.rifa(100)];
  const order = await paidOrder(bed, { lines: [line(firstRifa, 50), line(secondRifa, 50)] });
  const readSales = async () => {
    const { rows } = await bed.pool.query<{ account: string; centavos: number }>(
      'select account, sum(amount * -100)::int as centavos from ledger_entries where account in ($1, $2) group by 1',
      [`sales:${firstRifa}`, `sales:${secondRifa}`],
    );
    const sales = new Map(rows.map(({ account, centavos }) => [account, centavos]));
    return [firstRifa, secondRifa].map((rifaId) => sales.get(`sales:${rifaId}`));
  };
  expect(await readSales()).toEqual([10_000, 10_000]);
  await refundAmount(bed, order.id, 1_000);
  await bed.payments.runDueWork();
  expect(await readSales()).toEqual([9_500, 9_500]);
  await cancel(secondRifa);
  await bed.payments.runDueWork();
  expect(await refundedOf(order.paymentId)).toBe(1_000 + 9_500);
  expect(await readSales()).toEqual([9_500, 0]);
  await cancel(firstRifa);
  await bed.payments.runDueWork();
  expect(await readSales()).toEqual([0, 0]);
  await ledgerBalances(bed);
});

test('the preview of several rifas is the amount that their return refunds', async () => {
  const rifaIds = [await bed.rifa(100), await bed.rifa(100), await bed.rifa(100)];
  const order = await paidOrder(bed, {
    lines: rifaIds.map((rifaId) => ({ ...line(rifaId, 10), totalCentavos: 1_000 })),
  });
  await refundAmount(bed, order.id, 100);
  await bed.payments.runDueWork();
  const chosen = rifaIds.slice(0, 2);
  // The rounded amounts of each rifa alone sum to a centavo less.
  const { returnable } = (await readPaymentHistory(bed.db, order.externalReference))!;
  expect(returnable.returned.map(({ centavos }) => centavos)).toEqual([966, 966, 966]);
  expect(await previewAdminRefund(bed.db, { orderId: order.id, rifaIds: chosen })).toBe(1_933);
  const refund = { orderId: order.id, amountCentavos: null, rifaIds: chosen, note: 'Pedido da compradora' };
  const by = { requestId: randomUUID(), userId: await addAdmin(bed) };
  expect(await refundAsAdmin(bed.context, { ...refund, ...by })).toMatchObject({ ok: true });
  await bed.payments.runDueWork();
  expect(await refundedOf(order.paymentId)).toBe(100 + 1_933);
});

test('the preview of an unknown order is null, of an unpaid one 0', async () => {
  const pending = await bed.order('pix');
  const rifaIds = [pending.rifaId];
  expect(await previewAdminRefund(bed.db, { orderId: pending.id, rifaIds })).toBe(0);
  expect(await previewAdminRefund(bed.db, { orderId: randomUUID(), rifaIds })).toBeNull();
});

test('a concurrent refund of the rest as an amount is rejected', async () => {
  const { id, externalReference, paymentId } = await paidOrder(bed);
  let refunds: Promise<unknown>[] = [];
  await bed.db.transaction().execute(async (trx) => {
    await lockOrderReference(trx, externalReference);
    refunds = [refundAmount(bed, id, 600), refundAmount(bed, id, 400)];
    await untilBlocked(bed.pool, 2);
  });
  const results = await Promise.all(refunds);
  expect(results).toContainEqual({ ok: false, code: 'AMOUNT_TOO_HIGH' });
  await bed.payments.runDueWork();
  expect(await bed.status(id)).toBe('paid');
  expect(await bed.refunds(paymentId)).toHaveLength(1);
});
