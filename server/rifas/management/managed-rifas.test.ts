import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedRifa } from '@mare/contract/rifas/rifas-admin.ts';
import { sellByHand } from '../../checkout/sell-by-hand.ts';
import { addBuyer, checkBooks } from '../../orders/orders.testing.ts';
import {
  createPaymentsTestbed,
  ledgerBalances,
  type PaymentsTestbed,
} from '../../payments/payments.testing.ts';
import { REFUND_RIFA, refundRifaJob } from '../../payments/refunds/refund-rifa.job.ts';
import { requestRefund } from '../../payments/refunds/request-refund.ts';
import { changeRifaState } from './change-rifa-state.ts';
import { findBuyers } from './find-buyers.ts';
import { findRifaToManage, readRifaFigures, selectRifaRows } from './managed-rifas.queries.ts';
import { openScheduledRifas } from './open-scheduled-rifas.job.ts';
import { removeDraft } from './remove-draft.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import { saveRifa } from './save-rifa.ts';

let bed: PaymentsTestbed;
let by: PanelUser;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([REFUND_RIFA]);
  by = { userId: await addBuyer(bed.db), ipAddress: '203.0.113.7' };
});
afterAll(() => bed.close());

const inDays = (days: number) => new Date(bed.clock.now().getTime() + days * 86_400_000).toISOString();

function rifaWith(changes: Partial<EditedRifa> = {}): EditedRifa {
  return {
    title: 'Bicicleta',
    description: 'Aro 29',
    image: '/rifas/moto.svg',
    priceCentavos: 200,
    totalNumbers: 100,
    minPerOrder: 1,
    maxPerOrder: 50,
    drawDate: inDays(7),
    salesStart: null,
    eligibleCities: ['Maceió'],
    eligibleState: 'AL',
    prizes: [
      {
        name: 'Bicicleta',
        description: null,
        valueCentavos: 150_000,
        prizeType: 'product',
        image: null,
        serviceType: null,
        serviceCity: null,
      },
    ],
    legal: {
      route: 'none',
      authorisationNumber: null,
      organiserName: null,
      organiserCnpj: null,
      regulation: 'Vale o regulamento.',
      taxNote: '',
    },
    ...changes,
  };
}

async function draft(changes: Partial<EditedRifa> = {}): Promise<string> {
  const saved = await saveRifa(bed.platform, by, { id: null, version: 0, rifa: rifaWith(changes) });
  if (!saved.ok) throw new Error(saved.code);
  return saved.id;
}

async function published(changes: Partial<EditedRifa> = {}): Promise<string> {
  const id = await draft(changes);
  expect(await changeRifaState(bed.platform, by, { id, version: 1, to: 'active' })).toMatchObject({
    ok: true,
  });
  return id;
}

const sell = (
  rifaId: string,
  quantity: number,
  requestId: string = randomUUID(),
  email = 'ana@exemplo.com.br',
) =>
  sellByHand(bed.platform, { orderLane: bed.lane, payments: bed.payments }, by, {
    rifaId,
    requestId,
    quantity,
    name: 'Ana Lima',
    email,
    phone: null,
  });

test('a draft is kept whole, changed once by whoever saw it last, and written into the log', async () => {
  const id = await draft();
  expect(await findRifaToManage(bed.db, id)).toMatchObject({
    ...rifaWith({ drawDate: expect.any(String) as string }),
    status: 'draft',
  });
  const changes = { id, version: 1, rifa: rifaWith({ title: 'Bicicleta elétrica', priceCentavos: 300 }) };
  const both = await Promise.all([
    saveRifa(bed.platform, by, changes),
    saveRifa(bed.platform, by, { ...changes, rifa: rifaWith({ title: 'Patinete' }) }),
  ]);
  expect(both.map((one) => (one.ok ? 'saved' : one.code)).toSorted()).toEqual(['CHANGED_MEANWHILE', 'saved']);
  const [entry] = await bed.db
    .selectFrom('activityLogs')
    .selectAll()
    .where('entityId', '=', id)
    .where('action', '=', 'change-rifa')
    .execute();
  expect(entry).toMatchObject({ userId: by.userId, ipAddress: '203.0.113.7' });
  expect(entry!.details).toMatchObject({ before: { title: 'Bicicleta' } });
  expect(await removeDraft(bed.platform, by, id)).toEqual({ ok: true });
  expect(await findRifaToManage(bed.db, id)).toBeNull();
});

test('what is missing keeps a rifa from being published', async () => {
  const id = await draft({ prizes: [], totalNumbers: 500, drawDate: inDays(-1) });
  expect(await changeRifaState(bed.platform, by, { id, version: 1, to: 'active' })).toEqual({
    ok: false,
    code: 'RIFA_INCOMPLETE',
    missing: ['prizes', 'total', 'draw_date'],
  });
});

test('publishing gives numbers, and freezes what buyers rely on, in the database too', async () => {
  const id = await published();
  const change = (rifa: EditedRifa) => saveRifa(bed.platform, by, { id, version: 2, rifa });
  const now = (await findRifaToManage(bed.db, id))!;
  const same = { drawDate: now.drawDate };
  for (const frozen of [
    { priceCentavos: 1 },
    { totalNumbers: 1000 },
    { prizes: [] },
  ] as Partial<EditedRifa>[])
    expect(await change(rifaWith({ ...same, ...frozen }))).toEqual({ ok: false, code: 'RIFA_PUBLISHED' });
  expect(await change(rifaWith({ ...same, description: 'Aro 29, freio a disco' }))).toMatchObject({
    ok: true,
  });
  expect(await removeDraft(bed.platform, by, id)).toEqual({ ok: false, code: 'RIFA_PUBLISHED' });

  const refused = /stay/;
  const { db } = bed;
  await expect(db.updateTable('rifas').set({ price: '9' }).where('id', '=', id).execute()).rejects.toThrow(
    refused,
  );
  await expect(
    db.updateTable('rifaPrizes').set({ name: 'Outro' }).where('rifaId', '=', id).execute(),
  ).rejects.toThrow(refused);
  await expect(db.deleteFrom('rifaPrizes').where('rifaId', '=', id).execute()).rejects.toThrow(refused);
  await expect(
    db.updateTable('rifaLegal').set({ regulation: 'Outro' }).where('rifaId', '=', id).execute(),
  ).rejects.toThrow(refused);
});

test('of two who publish at once, one does', async () => {
  const id = await draft();
  const both = await Promise.all(
    [1, 2].map(() => changeRifaState(bed.platform, by, { id, version: 1, to: 'active' })),
  );
  expect(both.filter((one) => one.ok)).toHaveLength(1);
  expect(await checkBooks(bed.db, id)).toMatchObject({ total: 100, free: 100 });
});

test('a scheduled rifa opens when its time has come, and not twice', async () => {
  const id = await draft({ salesStart: inDays(1) });
  expect(await changeRifaState(bed.platform, by, { id, version: 1, to: 'scheduled' })).toMatchObject({
    ok: true,
  });
  expect(await openScheduledRifas(bed.platform)).not.toContain(id);
  bed.clock.advance(86_400 + 60);
  const opened = await Promise.all([openScheduledRifas(bed.platform), openScheduledRifas(bed.platform)]);
  expect(opened.flat().filter((one) => one === id)).toEqual([id]);
  expect(await findRifaToManage(bed.db, id)).toMatchObject({ status: 'active' });
});

test('a sale by hand reserves, pays and balances once, however often it is asked for', async () => {
  const id = await published();
  const requestId = randomUUID();
  const sales = await Promise.all([sell(id, 5, requestId), sell(id, 5, requestId)]);
  const again = await sell(id, 5, requestId);
  const first = sales.find((sale) => sale.ok)!;
  expect(again).toMatchObject({ ok: true, totalCentavos: 1000 });
  expect(again.ok && first.ok && again.externalReference === first.externalReference).toBe(true);
  expect(await checkBooks(bed.db, id)).toMatchObject({ sold: 5, reserved: 0 });
  expect(await readRifaFigures(bed.db, id)).toEqual({
    soldNumbers: 5,
    reservedNumbers: 0,
    revenueCentavos: 1000,
  });
  expect(await sell(id, 51)).toMatchObject({ ok: false, code: 'QUANTITY_OUT_OF_RANGE' });

  const number = again.ok ? again.numbers[2]! : 0;
  for (const search of [String(number), 'ana l', 'ANA@'])
    expect((await findBuyers(bed.db, { id, search, page: 1 })).rows).toMatchObject([
      { name: 'Ana Lima', cotas: 5 },
    ]);
  expect((await findBuyers(bed.db, { id, search: 'Bruna', page: 1 })).rows).toEqual([]);
});

test('the last cotas are sold by hand to one of many who want them', async () => {
  const id = await published();
  expect(await sell(id, 48)).toMatchObject({ ok: true });
  expect(await sell(id, 50)).toMatchObject({ ok: true });
  const sales = await Promise.all(
    Array.from({ length: 6 }, (_, index) => sell(id, 1, undefined, `a${index}@b.com`)),
  );
  expect(sales.filter((sale) => sale.ok)).toHaveLength(2);
  expect(await checkBooks(bed.db, id)).toMatchObject({ sold: 100, free: 0 });
});

test('a cancelled rifa gives everybody’s money back, cash too, also when the work is done twice', async () => {
  const id = await published();
  const sold = await sell(id, 3);
  expect(sold).toMatchObject({ ok: true });
  const before = await ledgerBalances(bed);
  expect(
    await changeRifaState(bed.platform, by, { id, version: 2, to: 'cancelled', note: 'Sem prêmio' }),
  ).toMatchObject({
    ok: true,
    status: 'cancelled',
  });
  const job = refundRifaJob(bed.context);
  await Promise.all([job.handle({ rifaId: id }), job.handle({ rifaId: id })]);
  await job.handle({ rifaId: id });
  const [order] = await bed.db.selectFrom('orders').selectAll().where('rifaId', '=', id).execute();
  expect(order).toMatchObject({ status: 'refunded' });
  const after = await ledgerBalances(bed);
  expect(after.cash! - before.cash!).toBe(-600);
  expect(await checkBooks(bed.db, id)).toMatchObject({ sold: 0, free: 100 });
  expect(await sell(id, 1)).toMatchObject({ ok: false, code: 'RIFA_NOT_ACTIVE' });
});

test('part of a cash order goes back without ending it', async () => {
  const id = await published();
  await sell(id, 2);
  const [order] = await bed.db.selectFrom('orders').select(['id']).where('rifaId', '=', id).execute();
  const refund = (amountCentavos: number | null, occasion: string) =>
    requestRefund(bed.context, {
      orderId: order!.id,
      reason: 'admin',
      amountCentavos,
      occasion,
      source: 'admin',
    });
  expect(await refund(100, 'a')).toMatchObject({ ok: true });
  expect(await refund(100, 'a')).toMatchObject({ ok: true });
  expect(await bed.status(order!.id)).toBe('paid');
  expect(await refund(400, 'b')).toMatchObject({ ok: false, code: 'amount_too_high' });
  expect(await refund(null, 'c')).toMatchObject({ ok: true });
  expect(await bed.status(order!.id)).toBe('refunded');
  await ledgerBalances(bed);
});

test('the list is searched, filtered, sorted and paged', async () => {
  const all = { search: '', sort: 'newest', status: '', page: 1 } as const;
  const { rows } = await selectRifaRows(bed.db, { ...all, status: 'cancelled' });
  expect(rows).toMatchObject([{ status: 'cancelled' }]);
  expect(
    (await selectRifaRows(bed.db, { ...all, search: 'icicl', sort: 'title' })).rows.length,
  ).toBeGreaterThan(1);
  expect((await selectRifaRows(bed.db, { ...all, search: '%', sort: 'sold' })).rows).toEqual([]);
  expect(await selectRifaRows(bed.db, { ...all, page: 400, sort: 'draw' })).toEqual({
    rows: [],
    hasMore: false,
  });
});
