import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { addBuyer, addOrderRow, addRifa, createOrderTestbed } from '../../orders/orders.testing.ts';
import { addSettlingPayment } from '../../orders/lifecycle/histories/settling-payment.testing.ts';
import { checkoutRetention } from '../../checkout/checkout.retention.ts';
import { purge } from '../../platform/database/retention.ts';
import { businessLists } from './business-lists.ts';
import type { ExportedList } from './export-batch.ts';
import { exportList } from './export-lists.ts';
import { moneyLists } from './money-lists.ts';
import { movementList } from './movement-list.ts';

type Testbed = Awaited<ReturnType<typeof createOrderTestbed>>;

let bed: Testbed;
beforeAll(async () => {
  bed = await createOrderTestbed();
});
afterAll(() => bed.drop());

const period = { from: '2000-01-01', to: '2000-01-01' };
const filter = { period, orders: orderFilters.parse({}) };

async function exportFile(name: 'rifas' | 'cupons' | 'afiliados'): Promise<string> {
  let text = '';
  for await (const part of exportList(bed.db, name, {})) text += part;
  return text;
}

// @covers panel: in the export of orders, full price less discount is what was paid, also for returned cotas
//   [server/admin/exports/money-lists.ts]
test('keeps cotas, price and discount of a returned line in the exported order', async () => {
  const { db } = bed;
  const [kept, returned] = [await addRifa(db, 100), await addRifa(db, 100)];
  const userId = await addBuyer(db);
  const orderId = randomUUID();
  await db.transaction().execute(async (trx) => {
    // Skips the payment and the refund at the provider.
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
    const returnedAmounts = { refundId: randomUUID(), value: '3.00', amount: '3.00', releasedAt: new Date() };
    await trx
      .insertInto('returnedCotas')
      .values({ orderId, lineNo: 2, rifaId: returned, numbers: [4, 5], ...returnedAmounts })
      .execute();
    const txnKey = `discount:${orderId}`;
    await addSettlingPayment(trx, orderId);
    await trx
      .insertInto('ledgerEntries')
      .values([
        { txnKey, account: `discounts:${returned}`, amount: '1.00' },
        { txnKey, account: `sales:${returned}`, amount: '-1.00' },
        { txnKey: `settle:${orderId}`, account: `sales:${kept}`, amount: '-6.00' },
        { txnKey: `settle:${orderId}`, account: `sales:${returned}`, amount: '-3.00' },
        { txnKey: `out:sandbox:${orderId}:300`, account: `sales:${returned}`, amount: '3.00' },
        // A refund without a return of cotas.
        { txnKey: `out:sandbox:${orderId}:450`, account: `sales:${kept}`, amount: '1.50' },
        { txnKey: `fee:sandbox:${orderId}`, account: 'fees', amount: '0.02' },
        // Format of a settlement report.
        { txnKey: `fee:sandbox:${orderId}:SETTLEMENT:2026-11-10`, account: 'fees', amount: '-0.01' },
      ])
      .execute();
  });
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
  const readStates = async () => {
    const statesIn = async <Filter>(list: ExportedList<Filter>, ofList: Filter) => {
      const found = await list.read(db, null, ofList);
      return found.rows.map((cells) => cells[list.head.indexOf('Situação')]);
    };
    return new Set([
      ...(await statesIn(moneyLists.pedidos, filter)),
      ...(await statesIn(businessLists.compradores, { rifaId: kept })),
    ]);
  };
  expect(await readStates()).toEqual(new Set(['Pago']));
  await db.updateTable('orders').set({ disputedAt: new Date() }).where('id', '=', orderId).execute();
  expect(await readStates()).toEqual(new Set(['Em contestação']));
  // One centavo for two rifas.
  const fees = rows.map((cells) => cells[moneyLists.pedidos.head.indexOf('Tarifa')] as number);
  expect(fees.toSorted((a, b) => a - b)).toEqual([0, 0.01]);
});

test('keeps the coupon of a refunded order in every file, and that of an unpaid one for 180 days', async () => {
  const { db } = bed;
  const [userId, rifaId] = [await addBuyer(db), await addRifa(db, 100)];
  await db.insertInto('coupons').values({ code: 'VERAO', percent: 10 }).execute();
  const order = { userId, rifaId, quantity: 1, totalAmount: '1.80' };
  const [refunded, unpaid] = [randomUUID(), randomUUID()];
  const paidAt = new Date('2020-03-01T12:00:00Z');
  await addOrderRow(db, {
    ...order,
    id: refunded,
    externalReference: refunded,
    status: 'refunded',
    paidAt,
    createdAt: paidAt,
  });
  await addOrderRow(db, { ...order, id: unpaid, externalReference: unpaid, status: 'cancelled' });
  await db
    .insertInto('releasedCoupons')
    .values([refunded, unpaid].map((orderId) => ({ orderId, couponCode: 'VERAO', releasedAt: paidAt })))
    .execute();
  await db
    .insertInto('orderItems')
    .values(
      [refunded, unpaid].map((orderId, at) => ({
        orderId,
        rifaId,
        quantity: 1,
        unitPrice: '2.00',
        totalAmount: '1.80',
        selectedNumbers: [at + 1],
      })),
    )
    .execute();
  const txnKey = `settle:${refunded}`;
  await db
    .insertInto('ledgerEntries')
    .values([
      { txnKey, createdAt: paidAt, account: 'mp_receivable', amount: '1.80' },
      { txnKey, createdAt: paidAt, account: `sales:${rifaId}`, amount: '-1.80' },
    ])
    .execute();
  await purge({ db, clock: { now: () => new Date() } }, checkoutRetention);
  const readCoupons = async (list: ExportedList<typeof filter>, more: Pick<typeof filter, 'period'>) => {
    const { rows } = await list.read(db, null, { ...filter, ...more });
    const [reference, coupon] = ['Pedido', 'Cupom'].map((name) => list.head.indexOf(name));
    return new Map(rows.map((cells) => [cells[reference!], cells[coupon!]]));
  };
  const couponOfOrder = await readCoupons(moneyLists.pedidos, { period });
  expect([couponOfOrder.get(refunded), couponOfOrder.get(unpaid)]).toEqual(['VERAO', null]);
  const march = { from: '2020-03-01', to: '2020-03-31' };
  expect((await readCoupons(movementList, { period: march })).get(refunded)).toBe('VERAO');
});

test('exports rifas and coupons with the values of their lists', async () => {
  const { db } = bed;
  const id = await addRifa(db, 100);
  await db
    .updateTable('rifas')
    .set({ title: 'Parada', pausedAt: new Date(), pauseReason: 'Fornecedor' })
    .where('id', '=', id)
    .execute();
  expect(await exportFile('rifas')).toContain('Parada;Vendas pausadas;');
  const past = new Date(Date.now() - 60_000);
  await db
    .insertInto('coupons')
    .values([
      { code: 'VALENDO', percent: 10, active: true },
      { code: 'PAUSADO', percent: 10, active: false },
      { code: 'VENCIDO', percent: 10, active: true, expiresAt: past },
      { code: 'ESGOTADO', percent: 10, active: true, uses: 2, maxUses: 2 },
    ])
    .execute();
  const text = await exportFile('cupons');
  for (const state of ['Valendo', 'Pausado', 'Vencido', 'Esgotado'])
    expect(text).toContain(`${state.toUpperCase()};10;;${state};`);
});

test('counts a reversed sale of an affiliate once', async () => {
  const { db } = bed;
  const [userId, rifaId] = [await addBuyer(db), await addRifa(db, 100)];
  const orderId = randomUUID();
  await addOrderRow(db, {
    id: orderId,
    externalReference: orderId,
    userId,
    rifaId,
    quantity: 3,
    totalAmount: '6.00',
  });
  const affiliateId = randomUUID();
  await db
    .insertInto('affiliates')
    .values({
      id: affiliateId,
      userId,
      affiliateCode: 'ANA12345',
      status: 'active',
      createdAt: new Date(),
    })
    .execute();
  const now = new Date();
  const entry = {
    affiliateId,
    orderId,
    orderAmount: '6.00',
    commissionRate: '0.05',
    createdAt: now,
  };
  await db
    .insertInto('affiliateCommissions')
    .values([
      { id: randomUUID(), kind: 'sale', commissionAmount: '0.30', confirmedAt: now, ...entry },
      {
        id: randomUUID(),
        kind: 'reversal',
        commissionAmount: '-0.10',
        returnedAmount: '2.00',
        confirmedAt: now,
        ...entry,
      },
    ])
    .execute();
  const text = await exportFile('afiliados');
  expect(text).toMatch(/;Vendas;Total em comissões;/);
  expect(text).toMatch(/;ANA12345;Ativo;1;0,2;/);
});
