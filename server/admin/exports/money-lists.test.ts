import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { addBuyer, addOrderRow, addRifa, createOrderTestbed } from '../../orders/orders.testing.ts';
import { moneyLists } from './money-lists.ts';

type Testbed = Awaited<ReturnType<typeof createOrderTestbed>>;

let bed: Testbed;
beforeAll(async () => {
  bed = await createOrderTestbed();
});
afterAll(() => bed.drop());

// @covers panel: in the export of orders, full price less discount is what was paid, also for returned cotas
//   [server/admin/exports/money-lists.ts]
test('a returned line keeps its cotas, its price and its discount in the exported order', async () => {
  const { db } = bed;
  const [kept, returned] = [await addRifa(db, 100), await addRifa(db, 100)];
  const userId = await addBuyer(db);
  const orderId = randomUUID();
  await db.transaction().execute(async (trx) => {
    // The provider's payment and refund do not matter here.
    await sql`set local session_replication_role = replica`.execute(trx);
    await addOrderRow(trx, {
      id: orderId,
      externalReference: orderId,
      userId,
      rifaId: kept,
      paidAt: new Date(),
      status: 'paid',
      totalAmount: '9.00',
      returnedAmount: '3.00',
      quantity: 3,
    });
    const line = { rifaId: kept, unitPrice: '2.00', totalAmount: '6.00', selectedNumbers: [1, 2, 3] };
    await trx
      .insertInto('orderItems')
      .values({ orderId, quantity: 3, ...line })
      .execute();
    const back = { refundId: randomUUID(), value: '3.00', amount: '3.00', releasedAt: new Date() };
    await trx
      .insertInto('returnedCotas')
      .values({ orderId, lineNo: 2, rifaId: returned, numbers: [4, 5], ...back })
      .execute();
    const txnKey = `discount:${orderId}`;
    const payment = { provider: 'sandbox', paymentId: orderId, orderId, disposition: 'settles' };
    await trx
      .insertInto('providerPayments')
      .values({
        ...payment,
        state: 'approved',
        rawStatus: 'approved',
        amount: '9.00',
        currency: 'BRL',
        providerUpdatedAt: new Date(),
      })
      .execute();
    await trx
      .insertInto('ledgerEntries')
      .values([
        { txnKey, account: `discounts:${returned}`, amount: '1.00' },
        { txnKey, account: `sales:${returned}`, amount: '-1.00' },
        { txnKey: `out:sandbox:${orderId}:300`, account: `sales:${returned}`, amount: '3.00' },
        // Money of which the cotas stay.
        { txnKey: `out:sandbox:${orderId}:450`, account: `sales:${kept}`, amount: '1.50' },
        { txnKey: `fee:sandbox:${orderId}`, account: 'fees', amount: '0.02' },
        // As a settlement report has it.
        { txnKey: `fee:sandbox:${orderId}:SETTLEMENT:2026-11-10`, account: 'fees', amount: '-0.01' },
      ])
      .execute();
  });
  const period = { from: '2000-01-01', to: '2000-01-01' };
  const filter = { segment: '', rifaId: null, period, orders: orderFilters.parse({}) };
  const { rows } = await moneyLists.pedidos.read(db, null, filter);
  const columns = ['Cotas', 'Preço cheio', 'Desconto', 'Valor pago', 'Devolvido'].map((name) =>
    moneyLists.pedidos.head.indexOf(name),
  );
  const figures = rows.map((cells) => columns.map((column) => cells[column]));
  expect(figures).toHaveLength(2);
  expect(figures).toEqual(
    expect.arrayContaining([
      [3, 6, 0, 6, 1.5],
      [2, 4, 1, 3, 3],
    ]),
  );
  // One centavo for two rifas.
  const fees = rows.map((cells) => cells[moneyLists.pedidos.head.indexOf('Tarifa')] as number);
  expect(fees.toSorted((a, b) => a - b)).toEqual([0, 0.01]);
});
