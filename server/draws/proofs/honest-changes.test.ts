/** What may happen to a rifa in public keeps its pages, seal and log in agreement. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { recordCorrection } from '../../rifas/corrections/record-correction.ts';
import { assertLoggedOnce } from '../../transparency/copied-log.testing.ts';
import type { MirrorStore } from '@mare/domain/transparency/witness/mirror.ts';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { confirmResult } from '../lottery/decide-result.ts';
import { recordOfficialResult } from '../lottery/record-official-result.ts';
import { checkDraws } from '../checking/check-draws.job.ts';
import { drawRifa } from '../draw-rifa.ts';
import { freshExtraction, PRIZES } from '../draws.testing.ts';
import { createWitnessedShop, type WitnessedShop } from './witnessed-shop.testing.ts';

let shop: WitnessedShop;
// A fresh shop for each test: a draw moves the clock past every sale.
beforeEach(async () => {
  shop = await createWitnessedShop();
});
afterEach(async () => {
  try {
    // A reader of the whole log accuses no honest shop.
    await assertLoggedOnce(shop.platform);
  } finally {
    await shop.close();
  }
});

const correctTitle = (rifaId: string, after: string, version: number) =>
  shop.bed.db.transaction().execute(async (trx) => {
    const { title: before } = await trx
      .selectFrom('rifas')
      .select('title')
      .where('id', '=', rifaId)
      .executeTakeFirstOrThrow();
    await trx.updateTable('rifas').set({ title: after }).where('id', '=', rifaId).execute();
    await recordCorrection(trx, shop.bed.platform, {
      rifaId,
      version,
      reason: 'Estava errado.',
      corrections: [{ part: 'title', prize: null, before, after }],
    });
  });

async function findFaults(
  rifaId: string,
  receipt: Parameters<WitnessedShop['verify']>[1],
  readMirror: () => Promise<MirrorStore | null> = shop.mirror,
): Promise<string[]> {
  await shop.updateAndCosignLog();
  await checkDraws(shop.platform);
  const { reasons } = await shop.bed.db
    .selectFrom('drawChecks')
    .select('reasons')
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  const verified = await shop.verify(rifaId, receipt, null, null, new Date(), await readMirror());
  const failures = verified.faults.filter((fault) => fault.includes('fails') || fault.includes('MIRROR'));
  return [...reasons, ...failures];
}

test('corrected titles, before and after the freeze', async () => {
  const { rifaId, receipt, extraction } = await shop.makeSealedRifa(async (id) => {
    await correctTitle(id, 'Moto  Biz → “zero”\nquilômetro ', 2);
    await correctTitle(id, `Moto ${'muito '.repeat(40)}nova`, 3);
  });
  expect(await findFaults(rifaId, receipt)).toEqual([]);
  await correctTitle(rifaId, 'Moto → “nova”', 4);
  shop.bed.clock.advance(86_400);
  expect(await findFaults(rifaId, receipt)).toEqual([]);
  await shop.finishDraw(rifaId, extraction);
  shop.bed.clock.advance(86_400);
  expect(await findFaults(rifaId, receipt)).toEqual([]);
  await shop.asOwner(sql`update rifas set title = 'nova' where id = ${rifaId}`);
  expect((await shop.verify(rifaId, receipt)).faults).toContain('entries fails: SHOWN_DIFFERS');
});

test('a new seal, and a result that the lottery corrects', async () => {
  const { rifaId, receipt } = await shop.makeSealedRifa();
  const extraction = freshExtraction();
  expect(await shop.bed.seal(rifaId, extraction, shop.bed.day, 'Outra extração')).toMatchObject({ ok: true });
  expect(await findFaults(rifaId, receipt)).toEqual([]);
  await shop.finishDraw(rifaId, extraction);
  await shop.bed.confirmOfficially(PRIZES.toReversed(), extraction);
  await drawRifa(shop.platform, rifaId, withdrawVouchers);
  shop.bed.clock.advance(86_400);
  expect(await findFaults(rifaId, receipt)).toEqual([]);

  await shop.asOwner(
    sql`update draw_seals set extraction = extraction + 1 where rifa_id = ${rifaId} and version = 1`,
  );
  expect((await shop.verify(rifaId, receipt)).faults).toContain('entries fails: SHOWN_DIFFERS');
});

test('an extraction that moved, by the declared clause', async () => {
  const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
  await shop.bed.waitForLottery();
  shop.bed.clock.advance(2 * 86_400);
  const [year, month, day] = shop.bed.day.split('-').map(Number);
  const movedTo = new Date(Date.UTC(year!, month! - 1, day! + 2)).toISOString().slice(0, 10);
  await shop.bed.confirmOfficially(PRIZES, extraction, movedTo);
  expect(await drawRifa(shop.platform, rifaId, withdrawVouchers)).toMatchObject({ ok: true });
  expect(await findFaults(rifaId, receipt)).toEqual([]);

  // The clause is applied on another day than the log says.
  await shop.asOwner(sql`update draw_clause_steps set decided_on = '2030-06-01' where rifa_id = ${rifaId}`);
  expect((await shop.verify(rifaId, receipt)).faults).toContain('entries fails: CLAUSE_DIFFERS');
});

test('a typed result, with which the official one agrees later', async () => {
  const { bed } = shop;
  const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
  await bed.waitForLottery();
  const typed = await bed.enterResult(PRIZES, extraction);
  if (!typed.ok) throw new Error(typed.code);
  await confirmResult(shop.platform, { resultId: typed.resultId, userId: bed.admins[1] });
  bed.clock.advance(3 * 86_400);
  await bed.executeApprovals();
  await drawRifa(shop.platform, rifaId, withdrawVouchers);
  expect(await findFaults(rifaId, receipt)).toEqual([]);
  const body = officialBody({ extraction, prizes: PRIZES }, bed.day);
  expect(await recordOfficialResult(shop.platform, { extraction, url: 'x', body })).toMatchObject({
    ok: true,
  });
  bed.clock.advance(86_400);
  expect(await findFaults(rifaId, receipt)).toEqual([]);
  expect((await shop.verify(rifaId, receipt)).faults).not.toContainEqual(expect.stringContaining('official'));
});

test('a rifa from before the log had publications', async () => {
  const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
  await shop.asOwner(
    sql`update log_entries set subject_id = null where subject_id = ${rifaId} and kind = 'published'`,
  );
  await shop.finishDraw(rifaId, extraction);
  // The log of this shop does hold the publication.
  expect(await findFaults(rifaId, receipt, async () => null)).toEqual([]);
});
