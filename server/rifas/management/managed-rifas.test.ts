import { afterAll, beforeAll, expect, test } from 'vitest';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import type { EditedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { setDrawDay } from '../../draws/set-draw-day.ts';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { closeRifa } from '../closing/close-rifa.ts';
import { findLegalPack } from '../legal/find-legal-pack.ts';
import { findShownRifa } from '../rifas.queries.ts';
import { changeRifaState } from './change-rifa-state.ts';
import { readRifaGaps } from '../publishing/find-missing-parts.ts';
import { duplicateRifa } from './duplicate-rifa.ts';
import { findRifaToManage, selectRifaRows } from './managed-rifas.queries.ts';
import { createManagedRifasTestbed, type ManagedRifasTestbed } from './managed-rifas.testing.ts';
import { openScheduledRifas } from '../publishing/open-scheduled-rifas.job.ts';
import { previewDraft } from '../publishing/preview-draft.ts';
import { readRifaOptions } from './rifa-options.ts';
import { removeDraft } from './remove-draft.ts';
import { saveRifa } from './save-rifa.ts';

let bed: ManagedRifasTestbed;
beforeAll(async () => {
  bed = await createManagedRifasTestbed();
});
afterAll(() => bed.close());

test('saves a draft with a version check and logs the change', async () => {
  const id = await bed.draft();
  expect(await findRifaToManage(bed.db, id)).toMatchObject({
    ...bed.rifaWith({ drawDate: expect.any(String) as string }),
    status: 'draft',
  });
  const changes = { id, version: 1, rifa: bed.rifaWith({ title: 'Bicicleta elétrica', priceCentavos: 300 }) };
  const results = await Promise.all([
    saveRifa(bed.platform, bed.by, changes),
    saveRifa(bed.platform, bed.by, { ...changes, rifa: bed.rifaWith({ title: 'Patinete' }) }),
  ]);
  expect(results.map((one) => (one.ok ? 'saved' : one.code)).toSorted()).toEqual([
    'VERSION_CONFLICT',
    'saved',
  ]);
  const [entry] = await bed.db
    .selectFrom('activityLogs')
    .selectAll()
    .where('entityId', '=', id)
    .where('action', '=', 'change-rifa')
    .execute();
  expect(entry).toMatchObject({ userId: bed.by.userId, ipAddress: '203.0.113.7' });
  expect(entry!.details).toMatchObject({ before: { title: 'Bicicleta' } });
  expect(await removeDraft(bed.platform, bed.by, id)).toEqual({ ok: true });
  expect(await findRifaToManage(bed.db, id)).toBeNull();
});

test('stores a draft without a price, which cannot be scheduled', async () => {
  const id = await bed.draft({ priceCentavos: 0, salesStart: bed.inDays(2) });
  const to = { id, version: 1, to: 'scheduled' as const };
  expect(await changeRifaState(bed.platform, bed.by, to)).toMatchObject({
    code: 'RIFA_INCOMPLETE',
    missing: ['price'],
  });
  const priced = bed.rifaWith({ salesStart: bed.inDays(2) });
  expect(await saveRifa(bed.platform, bed.by, { id, version: 1, rifa: priced })).toMatchObject({ ok: true });
  expect(await changeRifaState(bed.platform, bed.by, { ...to, version: 2 })).toMatchObject({ ok: true });
  const unpriced = { id, version: 3, rifa: { ...priced, priceCentavos: 0 } };
  expect(await saveRifa(bed.platform, bed.by, unpriced)).toEqual({ ok: false, code: 'RIFA_PUBLISHED' });
});

test('previews the page of a draft', async () => {
  const id = await bed.draft();
  expect(await findShownRifa(bed.db, id, bed.clock.now())).toBeNull();
  const preview = (await previewDraft(bed.platform, id))!;
  const draft = (await findRifaToManage(bed.db, id))!;
  const opened = await changeRifaState(bed.platform, bed.by, { id, version: 1, to: 'active' });
  expect(opened).toMatchObject({ ok: true });
  const shown = (await findShownRifa(bed.db, id, bed.clock.now()))!;
  // The publication contains the extraction.
  expect({ ...preview.rifa, drawExtraction: shown.drawExtraction }).toEqual(shown);
  expect(preview.legal).toEqual(await findLegalPack(bed.db, id));
  expect(preview.legal.regulation).toBe(draft.legal.regulation);
  expect(await previewDraft(bed.platform, id)).toBeNull();
});

test('duplicates a published rifa into a draft without its authorisation', async () => {
  const id = await bed.published();
  const copied = await duplicateRifa(bed.platform, bed.by, id);
  if (!copied.ok) throw new Error(copied.code);
  const [source, copy] = [
    (await findRifaToManage(bed.db, id))!,
    (await findRifaToManage(bed.db, copied.id))!,
  ];
  expect(copy).toMatchObject({
    title: `Cópia de ${source.title}`,
    status: 'draft',
    publishedAt: null,
    priceCentavos: source.priceCentavos,
    priceSteps: source.priceSteps,
    combos: source.combos,
    prizes: source.prizes,
    legalFiles: [],
    legal: { ...source.legal, authorisationNumber: null, validFrom: null, validUntil: null },
  });
  const options = async (rifaId: string) => (await readRifaOptions(bed.db, rifaId))!.options;
  expect(await options(copied.id)).toEqual(await options(id));
  expect(await duplicateRifa(bed.platform, bed.by, crypto.randomUUID())).toEqual({
    ok: false,
    code: 'NOT_FOUND',
  });
});

test('duplicates a rifa whose long title has an emoji where the copy is cut', async () => {
  const id = await bed.draft({ title: `${'Moto '.repeat(22)}🎉` });
  const copy = await duplicateRifa(bed.platform, bed.by, id);
  if (!copy.ok) throw new Error(copy.code);
  expect((await findRifaToManage(bed.db, copy.id))!.title).toBe(`Cópia de ${'Moto '.repeat(22)}`);
});

test('publishes without a regulation in the demonstration', async () => {
  const { legal } = bed.rifaWith();
  const id = await bed.published({ legal: { ...legal, regulation: '' } });
  expect(await findRifaToManage(bed.db, id)).toMatchObject({ status: 'active' });
});

test('does not publish an incomplete rifa, and lists the missing fields before', async () => {
  const id = await bed.draft({ prizes: [], totalNumbers: 500, drawDate: bed.inDays(-1) });
  expect(await readRifaGaps(bed.platform, { id, to: 'active' })).toEqual({
    missing: ['prizes', 'total', 'draw_date'],
    nextExtraction: null,
  });
  const complete = await bed.draft({ salesStart: null });
  expect(await readRifaGaps(bed.platform, { id: complete, to: 'active' })).toMatchObject({ missing: [] });
  expect(await readRifaGaps(bed.platform, { id: complete, to: 'scheduled' })).toMatchObject({
    missing: ['sales_start'],
  });
  expect(await changeRifaState(bed.platform, bed.by, { id, version: 1, to: 'active' })).toEqual({
    ok: false,
    code: 'RIFA_INCOMPLETE',
    missing: ['prizes', 'total', 'draw_date'],
    nextExtraction: null,
  });
});

test('allocates numbers and freezes the terms on publication, also in the database', async () => {
  const id = await bed.published();
  const change = (rifa: EditedRifa) => saveRifa(bed.platform, bed.by, { id, version: 2, rifa });
  const now = (await findRifaToManage(bed.db, id))!;
  const same = { drawDate: now.drawDate };
  for (const frozen of [
    { priceCentavos: 1 },
    { totalNumbers: 1000 },
    { prizes: [] },
  ] as Partial<EditedRifa>[])
    expect(await change(bed.rifaWith({ ...same, ...frozen }))).toEqual({ ok: false, code: 'RIFA_PUBLISHED' });
  expect(await change(bed.rifaWith({ ...same, maxPerOrder: 40 }))).toMatchObject({ ok: true });
  expect(await removeDraft(bed.platform, bed.by, id)).toEqual({ ok: false, code: 'RIFA_PUBLISHED' });

  const rejected = /stay/;
  const { db } = bed;
  await expect(db.updateTable('rifas').set({ price: '9' }).where('id', '=', id).execute()).rejects.toThrow(
    rejected,
  );
  await expect(
    db.updateTable('rifaPrizes').set({ name: 'Outro' }).where('rifaId', '=', id).execute(),
  ).rejects.toThrow(rejected);
  await expect(db.deleteFrom('rifaPrizes').where('rifaId', '=', id).execute()).rejects.toThrow(rejected);
  await expect(
    db.updateTable('rifaLegal').set({ regulation: 'Outro' }).where('rifaId', '=', id).execute(),
  ).rejects.toThrow(rejected);
});

test('moves the draw of a rifa on sale only to a later day, and notifies its buyers', async () => {
  const id = await bed.published();
  const move = async (days: number) => {
    const { version } = (await findRifaToManage(bed.db, id))!;
    return saveRifa(bed.platform, bed.by, {
      id,
      version,
      rifa: bed.rifaWith({ drawDate: bed.inDays(days) }),
      reason: 'A loteria mudou.',
    });
  };
  expect(await move(3)).toEqual({ ok: false, code: 'DRAW_DATE_FIXED' });
  expect(await move(10)).toMatchObject({ ok: true });
  const news = () =>
    bed.db.selectFrom('drawNews').select('key').where('rifaId', '=', id).orderBy('id').execute();
  expect(await news()).toEqual([{ key: expect.stringMatching(/^moved:/) as string }]);
  const { version } = (await findRifaToManage(bed.db, id))!;
  await changeRifaState(bed.platform, bed.by, { id, version, to: 'closed' });
  expect(await move(20)).toEqual({ ok: false, code: 'DRAW_DATE_FIXED' });
  expect(await news()).toHaveLength(1);
});

// @covers panel: rifas: made with a picture and prizes, published, sold by hand, cancelled and refunded; 'Nova
//   Rifa'
test('rejects a change of a rifa that was read before its sales ended or its draw day was set', async () => {
  const id = await bed.published();
  const change = (version: number) =>
    saveRifa(bed.platform, bed.by, {
      id,
      version,
      rifa: bed.rifaWith({ drawDate: bed.inDays(60) }),
      reason: 'Queremos esperar.',
    });
  const onSale = (await findRifaToManage(bed.db, id))!;
  await closeRifa(bed.platform, id, 'sold_out');
  expect(await change(onSale.version)).toEqual({ ok: false, code: 'VERSION_CONFLICT' });
  const closed = (await findRifaToManage(bed.db, id))!;
  await bed.db.transaction().execute((trx) =>
    setDrawDay(trx, bed.platform, {
      rifaId: id,
      extraction: 5_931,
      date: dateInMaceio(new Date(closed.drawDate)),
    }),
  );
  expect(await change(closed.version)).toEqual({ ok: false, code: 'VERSION_CONFLICT' });
  const withDay = (await findRifaToManage(bed.db, id))!;
  expect(withDay.drawDate).toBe(closed.drawDate);
  expect(await change(withDay.version)).toEqual({ ok: false, code: 'DRAW_DATE_FIXED' });
});

test('publishes once when two admins publish concurrently', async () => {
  const id = await bed.draft();
  const results = await Promise.all(
    [1, 2].map(() => changeRifaState(bed.platform, bed.by, { id, version: 1, to: 'active' })),
  );
  expect(results.filter((one) => one.ok)).toHaveLength(1);
  expect(await checkNumberCounts(bed.db, id)).toMatchObject({ total: 100, free: 100 });
});

test('opens a scheduled rifa once at its start time', async () => {
  const id = await bed.draft({ salesStart: bed.inDays(1) });
  expect(await changeRifaState(bed.platform, bed.by, { id, version: 1, to: 'scheduled' })).toMatchObject({
    ok: true,
  });
  expect(await openScheduledRifas(bed.platform)).not.toContain(id);
  bed.clock.advance(86_400 + 60);
  const opened = await Promise.all([openScheduledRifas(bed.platform), openScheduledRifas(bed.platform)]);
  expect(opened.flat().filter((one) => one === id)).toEqual([id]);
  expect(await findRifaToManage(bed.db, id)).toMatchObject({ status: 'active' });
});

test('searches, filters, sorts and pages the list', async () => {
  const id = await bed.published();
  await changeRifaState(bed.platform, bed.by, { id, version: 2, to: 'cancelled', note: 'Sem prêmio' });
  const allRifas = { search: '', sort: 'newest', status: '', page: 1 } as const;
  const { rows } = await selectRifaRows(bed.db, { ...allRifas, status: 'cancelled' });
  expect(rows).toMatchObject([{ status: 'cancelled' }]);
  expect(
    (await selectRifaRows(bed.db, { ...allRifas, search: 'icicl', sort: 'title' })).rows.length,
  ).toBeGreaterThan(1);
  expect((await selectRifaRows(bed.db, { ...allRifas, search: '%', sort: 'sold' })).rows).toEqual([]);
  expect(await selectRifaRows(bed.db, { ...allRifas, page: 400, sort: 'draw' })).toEqual({
    rows: [],
    hasMore: false,
  });
});
