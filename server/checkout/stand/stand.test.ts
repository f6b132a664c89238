/** Numbers set aside for a stand, and their sales sent later. */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezeList } from '../../draws/list/freeze-list.ts';
import { freezeListJob } from '../../draws/list/freeze-list.job.ts';
import { sealDrawJob } from '../../draws/sealing/seal-draw.job.ts';
import { readBrazilianPhone } from '@mare/domain/accounts/phone-number.ts';
import { checkBooks } from '../../orders/orders.testing.ts';
import {
  endAllotmentsOfRifa,
  endDueAllotments,
  giveBackAllotment,
} from '../../orders/stand/end-allotments.ts';
import { setNumbersAside } from '../../orders/stand/set-numbers-aside.ts';
import { ledgerBalances } from '../../payments/payments.testing.ts';
import { refundRifaJob } from '../../payments/refunds/refund-rifa.job.ts';
import { changeRifaState } from '../../rifas/management/change-rifa-state.ts';
import { closeRifa } from '../../rifas/closing/close-rifa.ts';
import { pauseSales, resumeSales } from '../../rifas/pausing/pause-sales.ts';
import {
  createManagedRifasTestbed,
  type ManagedRifasTestbed,
} from '../../rifas/management/managed-rifas.testing.ts';
import { sendSales } from './send-sales.ts';
import { createStands, type Stands } from './stand.testing.ts';

const HOUR_SECONDS = 3_600;

let bed: ManagedRifasTestbed;
let stands: Stands;
beforeAll(async () => {
  bed = await createManagedRifasTestbed();
  stands = createStands(bed);
  await bed.platform.jobs.prepare([sealDrawJob]);
});
afterAll(() => bed.close());

const addSeller = () => stands.addSeller();
const openStand: Stands['openStand'] = (...asked) => stands.openStand(...asked);
const sale: Stands['sale'] = (...sold) => stands.sale(...sold);
const ordersOf: Stands['ordersOf'] = (rifaId) => stands.ordersOf(rifaId);
type Seller = Awaited<ReturnType<Stands['addSeller']>>;

test('an allotment reserves its numbers, counts as no sale, and ends once', async () => {
  const rifaId = await bed.published();
  const stand = await openStand(rifaId, 10);
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ reserved: 10, sold: 0, free: 90 });
  expect(await ordersOf(rifaId)).toEqual([]);
  const returned = () => giveBackAllotment(bed.platform, stand.seller, { id: stand.id, managesRifas: false });
  const answers = await Promise.all([returned(), returned(), endAllotmentsOfRifa(bed.platform, rifaId)]);
  expect(answers.filter((answer) => answer && answer.ok && answer.freed === 10).length).toBeLessThanOrEqual(
    1,
  );
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ reserved: 0, free: 100 });
});

test('the same request sets aside once; another phone or seller cannot use its id', async () => {
  const rifaId = await bed.published();
  const seller = await addSeller();
  const sendKey = randomBytes(32).toString('base64url');
  const asked = { id: randomUUID(), rifaId, sendKey, quantity: 5, hours: 4 };
  const twice = await Promise.all([1, 2].map(() => setNumbersAside(bed.platform, seller, asked)));
  expect(twice.every(({ ok }) => ok)).toBe(true);
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ reserved: 5 });
  const other = randomBytes(32).toString('base64url');
  expect(await setNumbersAside(bed.platform, seller, { ...asked, sendKey: other })).toMatchObject({
    code: 'KEY_REUSED',
  });
  expect(await setNumbersAside(bed.platform, await addSeller(), asked)).toMatchObject({ code: 'KEY_REUSED' });
});

test('keeps within the limit of the shop and half of the free numbers, also at the same moment', async () => {
  const rifaId = await bed.published();
  const seller = await addSeller();
  const ask = (quantity: number) =>
    setNumbersAside(bed.platform, seller, {
      id: randomUUID(),
      rifaId,
      sendKey: randomBytes(32).toString('base64url'),
      quantity,
      hours: 4,
    });
  expect(await ask(51)).toMatchObject({ code: 'ALLOTMENT_TOO_LARGE', room: 50 });
  const both = await Promise.all([ask(40), ask(40)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both).toContainEqual({ ok: false, code: 'ALLOTMENT_TOO_LARGE', room: 30 });
  await bed.db
    .updateTable('settings')
    .set({ value: JSON.stringify({ maxNumbers: 45 }) })
    .where('key', '=', 'stand')
    .execute();
  expect(await ask(6)).toMatchObject({ code: 'ALLOTMENT_TOO_LARGE', room: 5 });
  await bed.db
    .updateTable('settings')
    .set({ value: JSON.stringify({ maxNumbers: 100 }) })
    .where('key', '=', 'stand')
    .execute();
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ reserved: 40 });
});

test('sets nothing aside of a rifa that is paused, or whose sales end within the hour', async () => {
  const rifaId = await bed.published();
  await pauseSales(bed.platform, bed.by, { id: rifaId, reason: 'Um momento.' });
  await expect(openStand(rifaId)).rejects.toThrow('RIFA_NOT_ACTIVE');
  await resumeSales(bed.platform, bed.by, rifaId);
  await endSalesIn(rifaId, 65);
  await expect(openStand(rifaId)).rejects.toThrow('SALES_END_SOON');
  await endSalesIn(rifaId, 90);
  const stand = await openStand(rifaId);
  const { endsAt } = await bed.db
    .selectFrom('standAllotments')
    .select('endsAt')
    .where('id', '=', stand.id)
    .executeTakeFirstOrThrow();
  const { salesEndAt } = await bed.db
    .selectFrom('rifas')
    .select('salesEndAt')
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  expect(endsAt).toEqual(salesEndAt);
});

async function endSalesIn(rifaId: string, minutes: number): Promise<void> {
  await sql`
    update rifas set draw_date = ${new Date(bed.clock.now().getTime() + minutes * 60_000)}::timestamptz
      + sales_end_minutes * interval '1 minute' where id = ${rifaId}`.execute(bed.db);
}

// @covers beyond: stand without a network: numbers set aside, sold on the phone, sent once, posted as any manual
//   sale [server/checkout/stand/sell-from-allotment.ts, server/orders/stand/write-stand-order.ts]
test('each sale becomes one paid order, equal to a manual sale, also when it is sent twice', async () => {
  const rifaId = await bed.published();
  const stand = await openStand(rifaId, 12);
  const [a, b, ...others] = stand.numbers;
  const before = await ledgerBalances(bed);
  const one = sale([a!, b!]);
  const planned = sale(others.slice(0, 6), {
    quantity: 5,
    tier: 'tier1',
    paidCentavos: 1000,
    paidWith: 'pix',
  });
  const sent = await Promise.all([stand.send(one, planned), stand.send(one, planned), stand.send(planned)]);
  for (const { answers } of sent) expect(answers.every(({ outcome }) => outcome === 'sold')).toBe(true);
  const last = await stand.send(one, planned);
  expect(last.answers).toEqual([
    { id: one.id, outcome: 'sold', externalReference: one.externalReference, totalCentavos: 400 },
    { id: planned.id, outcome: 'sold', externalReference: planned.externalReference, totalCentavos: 1000 },
  ]);
  expect(last.unsold).toHaveLength(4);
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ sold: 8, reserved: 4, free: 88 });
  const orders = await ordersOf(rifaId);
  expect(orders.map(({ status, quantity }) => `${status} ${quantity}`).toSorted()).toEqual([
    'paid 2',
    'paid 6',
  ]);
  const manual = await bed.sell(rifaId, 2);
  if (!manual.ok) throw new Error(manual.code);
  expect(await entriesOf(one.externalReference)).toEqual(await entriesOf(manual.externalReference));
  const after = await ledgerBalances(bed);
  expect(after.cash! - (before.cash ?? 0)).toBe(400 + 1000 + 400);
});

/** Ledger entries of an order, without its id. */
async function entriesOf(externalReference: string) {
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

test('two phones of a seller sell the same number: one order, and the other is named', async () => {
  const rifaId = await bed.published();
  const stand = await openStand(rifaId, 5);
  const [number, other] = stand.numbers as [number, number];
  const sent = await Promise.all([stand.send(sale([number])), stand.send(sale([number, other]))]);
  const answers = sent.flatMap((each) => each.answers);
  expect(answers.filter(({ outcome }) => outcome === 'sold')).toHaveLength(1);
  expect(answers).toContainEqual(
    expect.objectContaining({ outcome: 'rejected', code: 'NUMBERS_TAKEN', numbers: [number] }),
  );
  const outside = Array.from({ length: 100 }, (_, at) => at + 1).find(
    (each) => !stand.numbers.includes(each),
  )!;
  expect((await stand.send(sale([outside]))).answers).toMatchObject([
    { code: 'NUMBERS_TAKEN', numbers: [outside] },
  ]);
  expect((await stand.send(sale([other, other]))).answers).toMatchObject([{ outcome: 'rejected' }]);
  await checkBooks(bed.db, rifaId);
});

test('the end and a sale at the same moment: the sale has its numbers, the rest is free', async () => {
  const rifaId = await bed.published();
  for (let run = 0; run < 5; run++) {
    const stand = await openStand(rifaId, 4);
    const sold = await checkBooks(bed.db, rifaId);
    bed.clock.advance(6 * HOUR_SECONDS);
    const [sent] = await Promise.all([
      stand.send(sale(stand.numbers.slice(0, 2))),
      endDueAllotments(bed.platform),
      endAllotmentsOfRifa(bed.platform, rifaId, 'over'),
    ]);
    expect(sent.answers).toMatchObject([{ outcome: 'sold' }]);
    await endDueAllotments(bed.platform);
    expect(await checkBooks(bed.db, rifaId)).toMatchObject({ sold: sold.sold + 2, reserved: 0 });
  }
});

test('a sale that arrives after the end is rejected once another buyer has its number', async () => {
  const rifaId = await bed.published();
  const stand = await openStand(rifaId, 4);
  bed.clock.advance(6 * HOUR_SECONDS);
  expect(await endDueAllotments(bed.platform)).toBe(1);
  await bed.db.updateTable('rifas').set({ chooseNumbers: true }).where('id', '=', rifaId).execute();
  const [wanted, left] = stand.numbers as [number, number];
  expect(await bed.sell(rifaId, 1, undefined, undefined, { numbers: [wanted] })).toMatchObject({ ok: true });
  const late = await stand.send(sale([wanted, left]), sale([left]), sale([left]));
  expect(late).toMatchObject({
    end: 'over',
    answers: [
      { code: 'ALLOTMENT_ENDED', numbers: [wanted] },
      { outcome: 'sold' },
      { code: 'ALLOTMENT_ENDED', numbers: [left] },
    ],
  });
  // A number that was never set aside.
  const outside = Array.from({ length: 100 }, (_, at) => at + 1).find(
    (each) => !stand.numbers.includes(each),
  )!;
  expect((await stand.send(sale([outside]))).answers).toMatchObject([
    { code: 'ALLOTMENT_ENDED', numbers: [] },
  ]);
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ sold: 2, reserved: 0 });
});

test('closing and a sale at the same moment: what the frozen list has is what was sold', async () => {
  for (let run = 0; run < 4; run++) {
    const rifaId = await bed.published();
    const stand = await openStand(rifaId, 6);
    const [sent] = await Promise.all([
      stand.send(sale(stand.numbers.slice(0, 3)), sale(stand.numbers.slice(3, 5))),
      closeRifa(bed.platform, rifaId, 'due'),
      freezeListJob.handle(bed.platform, { rifaId }),
    ]);
    await freezeListJob.handle(bed.platform, { rifaId });
    const books = await checkBooks(bed.db, rifaId);
    const sold = sent.answers.filter(({ outcome }) => outcome === 'sold');
    expect(sent.answers.every(({ outcome }) => outcome !== 'later')).toBe(true);
    const orders = await ordersOf(rifaId);
    expect(orders.map(({ externalReference }) => externalReference).toSorted()).toEqual(
      sold.flatMap((answer) => ('externalReference' in answer ? [answer.externalReference] : [])).toSorted(),
    );
    expect(books).toMatchObject({
      reserved: 0,
      sold: orders.reduce((sum, { quantity }) => sum + quantity, 0),
    });
    expect((await stand.send(sale([stand.numbers[5]!]))).answers).toMatchObject([{ code: 'RIFA_CLOSED' }]);
  }
});

test('the list is not frozen while a stand holds numbers', async () => {
  const rifaId = await bed.published();
  await openStand(rifaId, 6);
  await closeRifa(bed.platform, rifaId, 'due');
  expect(await freezeList(bed.platform, rifaId)).toMatchObject({ code: 'PENDING_ORDERS' });
  expect(await endDueAllotments(bed.platform)).toBe(1);
  expect(await freezeList(bed.platform, rifaId)).toMatchObject({ ok: true, soldNumbers: 0 });
});

test('a paused rifa keeps the sale waiting, a cancelled one rejects it and frees the numbers', async () => {
  const rifaId = await bed.published();
  const stand = await openStand(rifaId, 6);
  const waiting = sale([stand.numbers[0]!]);
  await pauseSales(bed.platform, bed.by, { id: rifaId, reason: 'Um momento.' });
  expect((await stand.send(waiting)).answers).toEqual([{ id: waiting.id, outcome: 'later', code: 'PAUSED' }]);
  await resumeSales(bed.platform, bed.by, rifaId);
  expect((await stand.send(waiting)).answers).toMatchObject([{ outcome: 'sold' }]);
  const { version } = await bed.db
    .selectFrom('rifas')
    .select('version')
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  await changeRifaState(bed.platform, bed.by, { id: rifaId, version, to: 'cancelled', note: 'Sem prêmio' });
  await refundRifaJob.handle(bed.context, { rifaId });
  expect((await stand.send(sale([stand.numbers[1]!]))).answers).toMatchObject([{ code: 'RIFA_CLOSED' }]);
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ reserved: 0 });
});

test('a seller who lost the role sells nothing, and the numbers are free again', async () => {
  const rifaId = await bed.published();
  const stand = await openStand(rifaId, 6);
  await bed.db.updateTable('profiles').set({ role: 'buyer' }).where('id', '=', stand.seller.userId).execute();
  const refused = sale([stand.numbers[0]!]);
  for (const _ of [1, 2])
    expect((await stand.send(refused)).answers).toMatchObject([{ code: 'SELLER_MAY_NOT_SELL' }]);
  expect(await endDueAllotments(bed.platform)).toBe(1);
  await bed.db
    .updateTable('profiles')
    .set({ role: 'seller' })
    .where('id', '=', stand.seller.userId)
    .execute();
  expect((await stand.send(sale([stand.numbers[0]!]))).answers).toMatchObject([{ code: 'ALLOTMENT_ENDED' }]);
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ reserved: 0, sold: 0 });
});

test('only the key of the phone sends sales, and only its seller or an admin returns its numbers', async () => {
  const rifaId = await bed.published();
  const stand = await openStand(rifaId, 6);
  const wrong = { allotmentId: stand.id, sendKey: 'k'.repeat(43), sales: [sale([stand.numbers[0]!])] };
  expect(await sendSales(bed.platform, null, wrong)).toEqual({ ok: false, code: 'NOT_FOUND' });
  const other = await addSeller();
  const giveBack = (by: Seller, managesRifas: boolean) =>
    giveBackAllotment(bed.platform, by, { id: stand.id, managesRifas });
  expect(await giveBack(other, false)).toEqual({ ok: false, code: 'NOT_FOUND' });
  expect(await giveBack(other, true)).toEqual({ ok: true, freed: 6 });
  // An admin ended it: late sales do not get their numbers again.
  expect((await stand.send(sale([stand.numbers[0]!]))).answers).toMatchObject([{ code: 'ALLOTMENT_ENDED' }]);
});

test('an admin who ends the own allotment from the panel ends it for good: the phone is lost', async () => {
  const rifaId = await bed.published();
  const stand = await openStand(rifaId, 6);
  const ended = { id: stand.id, managesRifas: true, isFinal: true };
  expect(await giveBackAllotment(bed.platform, stand.seller, ended)).toEqual({ ok: true, freed: 6 });
  // Found by another person, who set its clock back.
  const soldAt = new Date(bed.clock.now().getTime() - 60_000).toISOString();
  const late = { ...sale([stand.numbers[0]!]), soldAt };
  expect((await stand.send(late)).answers).toMatchObject([{ code: 'ALLOTMENT_ENDED' }]);
});

/** At most three cotas per person. */
async function limitedRifa(): Promise<string> {
  const id = await bed.draft();
  await bed.db.updateTable('rifas').set({ maxPerPerson: 3 }).where('id', '=', id).execute();
  const opened = await changeRifaState(bed.platform, bed.by, { id, version: 1, to: 'active' });
  if (!opened.ok) throw new Error(opened.code);
  return id;
}

test('a late sale beyond the limit per person leaves its numbers free', async () => {
  const rifaId = await limitedRifa();
  const stand = await openStand(rifaId, 12);
  bed.clock.advance(6 * HOUR_SECONDS);
  await endDueAllotments(bed.platform);
  const [a, b, c, d] = stand.numbers as [number, number, number, number];
  const phone = '82 99955-6677';
  // Both pass the first look at the limit.
  const sent = await Promise.all([stand.send(sale([a, b], { phone })), stand.send(sale([c, d], { phone }))]);
  const codes = sent.map(({ answers: [answer] }) => ('code' in answer! ? answer.code : answer!.outcome));
  expect(codes.toSorted()).toEqual(['PURCHASE_LIMIT_EXCEEDED', 'sold']);
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ sold: 2, reserved: 0, free: 98 });
});

test('rejects what a manual sale rejects, and records it once for the organiser', async () => {
  const rifaId = await limitedRifa();
  const stand = await openStand(rifaId, 12);
  const [a, b, c, d, e] = stand.numbers as [number, number, number, number, number];
  const phone = '82 99911-2233';
  const { answers } = await stand.send(
    sale([a, b], { phone }),
    sale([c, d], { phone: '+55 (82) 999112233' }),
    sale([c], { phone: '123' }),
    sale([c], { phone: '' }),
    sale([c], { paidCentavos: 199 }),
    sale([c, d, e], { tier: 'tier1' }),
    // More numbers than were paid for.
    sale([c, d], { quantity: 1 }),
  );
  expect(answers).toMatchObject([
    { outcome: 'sold' },
    { code: 'PURCHASE_LIMIT_EXCEEDED' },
    { code: 'INVALID_CUSTOMER' },
    { code: 'INVALID_CUSTOMER' },
    { code: 'PRICE_CHANGED' },
    { code: 'PRICE_CHANGED' },
    { code: 'PRICE_CHANGED' },
  ]);
  const [order] = await ordersOf(rifaId);
  expect(order!.customer).toMatchObject({ phone: readBrazilianPhone(phone) });
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ sold: 2, reserved: 10 });
  const entries = await bed.db
    .selectFrom('activityLogs')
    .select('id')
    .where('action', '=', 'reject-stand-sale')
    .where('entityId', '=', rifaId)
    .execute();
  expect(entries).toHaveLength(6);
});

test('a limit per person holds under sales of two stands at the same moment', async () => {
  const rifaId = await limitedRifa();
  const both = [await openStand(rifaId, 6), await openStand(rifaId, 6)];
  const phone = '82 99922-3344';
  const sent = await Promise.all(both.map(({ send, numbers }) => send(sale(numbers.slice(0, 2), { phone }))));
  const answers = sent.flatMap((each) => each.answers);
  expect(answers.filter(({ outcome }) => outcome === 'sold')).toHaveLength(1);
  expect(answers).toContainEqual(expect.objectContaining({ code: 'PURCHASE_LIMIT_EXCEEDED' }));
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ sold: 2, reserved: 10 });
});

test('a sale id and an order address serve one sale only', async () => {
  const rifaId = await bed.published();
  const stand = await openStand(rifaId, 6);
  const [a, b] = stand.numbers as [number, number];
  const first = sale([a]);
  await stand.send(first);
  const { answers } = await stand.send(
    { ...sale([b]), id: first.id },
    sale([b], { externalReference: first.externalReference }),
  );
  expect(answers).toMatchObject([{ code: 'KEY_REUSED' }, { code: 'KEY_REUSED' }]);
  const other = await openStand(rifaId, 6);
  expect((await other.send(first)).answers).toMatchObject([{ code: 'KEY_REUSED' }]);
  expect(await checkBooks(bed.db, rifaId)).toMatchObject({ sold: 1 });
});
