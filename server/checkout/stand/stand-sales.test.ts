/** Offline sales of a stand, sent later. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { readBrazilianPhone } from '@mare/domain/accounts/phone-number.ts';
import { addRifa, checkNumberCounts } from '../../orders/orders.testing.ts';
import { moneyLists } from '../../admin/exports/money-lists.ts';
import { listOrders } from '../../admin/orders/list-orders.ts';
import { endDueAllotments } from '../../orders/stand/end-allotments.ts';
import { readCash } from '../../payments/cash/close-cash-day.ts';
import { comparePayments } from '../../payments/monitoring/prove-ledger.queries.ts';
import { ledgerBalances } from '../../payments/payments.testing.ts';
import { readPaymentHistory } from '../../payments/review/read-payment-history.ts';
import { changeRifaState } from '../../rifas/management/change-rifa-state.ts';
import { createStandTestbed, type StandTestbed } from './stand.testing.ts';

const HOUR_SECONDS = 3_600;

let bed: StandTestbed;
beforeAll(async () => {
  bed = await createStandTestbed();
});
afterAll(() => bed.close());

// @covers beyond: stand without a network: numbers set aside, sold on the phone, sent once, posted as any manual
//   sale [server/checkout/stand/sell-from-allotment.ts, server/orders/stand/write-stand-order.ts]
test('makes each sale one paid order like a manual sale, also when it is sent twice', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 12);
  const [a, b, ...others] = stand.numbers;
  const before = await ledgerBalances(bed);
  const single = bed.newSale([a!, b!]);
  const planned = bed.newSale(others.slice(0, 6), {
    quantity: 5,
    tier: 'tier1',
    paidCentavos: 1000,
    paidWith: 'pix',
  });
  const sent = await Promise.all([
    stand.send(single, planned),
    stand.send(single, planned),
    stand.send(planned),
  ]);
  for (const { results } of sent) expect(results.every(({ outcome }) => outcome === 'sold')).toBe(true);
  const last = await stand.send(single, planned);
  expect(last.results).toEqual([
    { id: single.id, outcome: 'sold', externalReference: single.externalReference, totalCentavos: 400 },
    { id: planned.id, outcome: 'sold', externalReference: planned.externalReference, totalCentavos: 1000 },
  ]);
  expect(last.unsold).toHaveLength(4);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 8, reserved: 4, free: 88 });
  const orders = await bed.ordersOf(rifaId);
  expect(orders.map(({ status, quantity }) => `${status} ${quantity}`).toSorted()).toEqual([
    'paid 2',
    'paid 6',
  ]);
  const manual = await bed.sell(rifaId, 2);
  if (!manual.ok) throw new Error(manual.code);
  expect(await readLedgerEntries(single.externalReference)).toEqual(
    await readLedgerEntries(manual.externalReference),
  );
  const after = await ledgerBalances(bed);
  expect(after.cash! - (before.cash ?? 0)).toBe(400 + 400);
  expect(after.bank! - (before.bank ?? 0)).toBe(1000);
  // A sale paid by Pix adds no cash.
  const drawer = await readCash(bed.db, bed.platform);
  expect(drawer.expectedCentavos).toBe(after.cash);
  expect((await bed.db.transaction().execute(comparePayments)).mismatches).toEqual([]);
});

test('takes a discount that was handed back on a Pix sale from the drawer', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 10);
  const first = bed.newSale(stand.numbers.slice(0, 5), { paidWith: 'pix' });
  await stand.send(first);
  const [firstOrder] = await bed.ordersOf(rifaId);
  await bed.db.updateTable('profiles').set({ segment: 'vip' }).where('id', '=', firstOrder!.userId).execute();
  const before = await ledgerBalances(bed);
  const { phone } = first;
  const { results } = await stand.send(
    bed.newSale(stand.numbers.slice(5), { paidWith: 'pix', phone, paidCentavos: 1000 }),
  );
  expect(results).toMatchObject([{ outcome: 'sold', totalCentavos: 900 }]);
  const after = await ledgerBalances(bed);
  expect([after.bank! - before.bank!, after.cash! - (before.cash ?? 0)]).toEqual([1000, -100]);
  expect((await readCash(bed.db, bed.platform)).expectedCentavos).toBe(after.cash);
  expect((await bed.db.transaction().execute(comparePayments)).mismatches).toEqual([]);
});

// @covers beyond: a stand's sale by Pix is a Pix in the lists, the export and the history of the panel
//   [server/payments/cash/settle-in-cash.ts, server/admin/orders/filter-orders.ts]
test('shows a sale by Pix as Pix, and a sale in cash as cash', async () => {
  const rifaId = await addRifa(bed.db, 100);
  const stand = await bed.openStand(rifaId);
  const [byPix, inCash] = [
    bed.newSale(stand.numbers.slice(0, 5), { paidWith: 'pix' }),
    bed.newSale(stand.numbers.slice(5, 7)),
  ];
  await stand.send(byPix, inCash);
  const read = async (method: 'pix' | 'cash' | 'other', externalReference: string) => {
    const filters = { ...orderFilters.parse({ rifaId }), method };
    const { rows } = await moneyLists.pedidos.read(bed.db, null, { orders: filters });
    const history = (await readPaymentHistory(bed.db, externalReference))!;
    return {
      listed: (await listOrders(bed.db, filters, true)).rows.map((row) => row.externalReference),
      exported: rows.map((row) => row[moneyLists.pedidos.head.indexOf('Meio')]),
      paid: history.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('paid_')),
      means: history.payments.map(({ provider, method: by }) => [provider, by]),
    };
  };
  expect(await read('pix', byPix.externalReference)).toEqual({
    listed: [byPix.externalReference],
    exported: ['pix'],
    paid: ['paid_by_pix'],
    means: [['cash', 'pix']],
  });
  expect(await read('cash', inCash.externalReference)).toEqual({
    listed: [inCash.externalReference],
    exported: ['cash'],
    paid: ['paid_in_cash'],
    means: [['cash', 'cash']],
  });
  expect((await read('other', byPix.externalReference)).listed).toEqual([]);
});

test('asks to return a rejected Pix by Pix', async () => {
  const stand = await bed.openStand(await bed.published(), 5);
  const sale = bed.newSale(stand.numbers.slice(0, 1), { paidWith: 'pix', paidCentavos: 199 });
  expect((await stand.send(sale)).results).toMatchObject([{ code: 'PRICE_CHANGED' }]);
  const notice = await bed.db
    .selectFrom('notifications')
    .select('message')
    .where('occasion', '=', `stand-rejected:${sale.id}`)
    .executeTakeFirstOrThrow();
  expect(notice.message).toMatch(/de volta por Pix, da conta que recebeu: 1 cota de/);
  const line = await bed.db
    .selectFrom('activityLogs')
    .select('details')
    .where('action', '=', 'reject-stand-sale')
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow();
  expect(line.details).toMatchObject({
    sale: sale.id,
    paidWith: 'pix',
    description: expect.stringContaining('o Pix tem de ser devolvido por Pix') as string,
  });
});

/** Ledger entries of an order, without its id. */
async function readLedgerEntries(externalReference: string) {
  const { id } = await bed.db
    .selectFrom('orders')
    .select('id')
    .where('externalReference', '=', externalReference)
    .executeTakeFirstOrThrow();
  const entries = await bed.db
    .selectFrom('ledgerEntries')
    .select(['txnKey', 'account', 'amount'])
    .where('txnKey', 'like', `%${id}%`)
    .execute();
  expect(entries.length).toBeGreaterThanOrEqual(4);
  return entries.map(({ txnKey, ...entry }) => ({ ...entry, txn: txnKey.replace(id, '') }));
}

test('creates one order when two phones sell a number, and reports the other sale', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 5);
  const [number, otherNumber] = stand.numbers as [number, number];
  const sent = await Promise.all([
    stand.send(bed.newSale([number])),
    stand.send(bed.newSale([number, otherNumber])),
  ]);
  const results = sent.flatMap((each) => each.results);
  expect(results.filter(({ outcome }) => outcome === 'sold')).toHaveLength(1);
  expect(results).toContainEqual(
    expect.objectContaining({ outcome: 'rejected', code: 'NUMBERS_TAKEN', numbers: [number] }),
  );
  const unreserved = Array.from({ length: 100 }, (_, at) => at + 1).find(
    (each) => !stand.numbers.includes(each),
  )!;
  expect((await stand.send(bed.newSale([unreserved]))).results).toMatchObject([
    { code: 'NUMBERS_TAKEN', numbers: [unreserved] },
  ]);
  expect((await stand.send(bed.newSale([otherNumber, otherNumber]))).results).toMatchObject([
    { outcome: 'rejected' },
  ]);
  await checkNumberCounts(bed.db, rifaId);
});

/** At most three cotas per person. */
async function addLimitedRifa(): Promise<string> {
  const id = await bed.draft();
  await bed.db.updateTable('rifas').set({ maxPerPerson: 3 }).where('id', '=', id).execute();
  const opened = await changeRifaState(bed.platform, bed.by, { id, version: 1, to: 'active' });
  if (!opened.ok) throw new Error(opened.code);
  return id;
}

test('a late sale beyond the limit per person leaves its numbers free', async () => {
  const rifaId = await addLimitedRifa();
  const stand = await bed.openStand(rifaId, 12);
  bed.clock.advance(6 * HOUR_SECONDS);
  await endDueAllotments(bed.platform);
  const [a, b, c, d] = stand.numbers as [number, number, number, number];
  const phone = '82 99955-6677';
  // Both pass the first check of the limit.
  const sent = await Promise.all([
    stand.send(bed.newSale([a, b], { phone })),
    stand.send(bed.newSale([c, d], { phone })),
  ]);
  const codes = sent.map(({ results: [answer] }) => ('code' in answer! ? answer.code : answer!.outcome));
  expect(codes.toSorted()).toEqual(['PURCHASE_LIMIT_EXCEEDED', 'sold']);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 2, reserved: 0, free: 98 });
});

test('rejects what a manual sale rejects, and records it once for the organiser', async () => {
  const rifaId = await addLimitedRifa();
  const stand = await bed.openStand(rifaId, 12);
  const [a, b, c, d, e] = stand.numbers as [number, number, number, number, number];
  const phone = '82 99911-2233';
  const { results } = await stand.send(
    bed.newSale([a, b], { phone }),
    bed.newSale([c, d], { phone: '+55 (82) 999112233' }),
    bed.newSale([c], { phone: '123' }),
    bed.newSale([c], { phone: '' }),
    bed.newSale([c], { paidCentavos: 199 }),
    bed.newSale([c, d, e], { tier: 'tier1' }),
    // More numbers than were paid for.
    bed.newSale([c, d], { quantity: 1 }),
  );
  expect(results).toMatchObject([
    { outcome: 'sold' },
    { code: 'PURCHASE_LIMIT_EXCEEDED' },
    { code: 'INVALID_CUSTOMER' },
    { code: 'INVALID_CUSTOMER' },
    { code: 'PRICE_CHANGED' },
    { code: 'PRICE_CHANGED' },
    { code: 'PRICE_CHANGED' },
  ]);
  const [order] = await bed.ordersOf(rifaId);
  expect(order!.customer).toMatchObject({ phone: readBrazilianPhone(phone) });
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 2, reserved: 10 });
  const entries = await bed.db
    .selectFrom('activityLogs')
    .select('id')
    .where('action', '=', 'reject-stand-sale')
    .where('entityId', '=', rifaId)
    .execute();
  expect(entries).toHaveLength(6);
});

test('applies the limit per person to concurrent sales of two stands', async () => {
  const rifaId = await addLimitedRifa();
  const stands = [await bed.openStand(rifaId, 6), await bed.openStand(rifaId, 6)];
  const phone = '82 99922-3344';
  const sent = await Promise.all(
    stands.map(({ send, numbers }) => send(bed.newSale(numbers.slice(0, 2), { phone }))),
  );
  const results = sent.flatMap((each) => each.results);
  expect(results.filter(({ outcome }) => outcome === 'sold')).toHaveLength(1);
  expect(results).toContainEqual(expect.objectContaining({ code: 'PURCHASE_LIMIT_EXCEEDED' }));
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 2, reserved: 10 });
});

test('accepts a sale id and an order address for one sale only', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 6);
  const [a, b] = stand.numbers as [number, number];
  const first = bed.newSale([a]);
  await stand.send(first);
  const { results } = await stand.send(
    { ...bed.newSale([b]), id: first.id },
    bed.newSale([b], { externalReference: first.externalReference }),
  );
  expect(results).toMatchObject([{ code: 'KEY_REUSED' }, { code: 'KEY_REUSED' }]);
  const otherStand = await bed.openStand(rifaId, 6);
  expect((await otherStand.send(first)).results).toMatchObject([{ code: 'KEY_REUSED' }]);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 1 });
});
