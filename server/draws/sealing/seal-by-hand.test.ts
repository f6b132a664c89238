import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { approve } from '../../approvals/approvals.ts';
import { recordSourceOutcome, saveResponses } from '../archive/archive.queries.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, PRIZES } from '../draws.testing.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { requestSeal } from './seal-by-hand.ts';

let bed: DrawsTestbed;
let asker: string, second: string;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  [asker, second] = bed.admins;
});
afterAll(() => bed.close());

const HOUR = 3600;
let known: number;
/** Three days before the extraction of Wednesday 15 May 2030, with an archive up to Saturday 11. */
beforeEach(async () => {
  await bed.db.deleteFrom('lotteryExtractions').execute();
  moveTo('2030-05-12T12:00:00-03:00');
  known = freshExtraction();
  await report(known, '2030-05-11', { number: known + 1, date: bed.day });
});

const moveTo = (moment: string) => bed.clock.advance((Date.parse(moment) - bed.clock.now().getTime()) / 1000);

async function report(number: number, date: string, next: { number: number; date: string } | null = null) {
  const rawBody = officialBody({ extraction: number, prizes: PRIZES }, date);
  const answer = { number, date, prizes: PRIZES, source: 'official', next, rawBody, url: 'x' };
  await saveResponses(bed.db, [{ ...answer, rawHash: sha256Hex(rawBody) }], bed.clock.now());
  await recordSourceOutcome(bed.db, 'official', { ok: true }, bed.clock.now());
}

async function frozenRifa(): Promise<string> {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  await bed.sell(rifaId, [6]);
  await bed.freeze(rifaId);
  return rifaId;
}
const request = (rifaId: string, extraction = known + 1, extractionDate = bed.day) =>
  requestSeal(bed.platform, {
    rifaId,
    extraction,
    extractionDate,
    userId: asker,
    reason: 'Fonte fora do ar',
  });
async function requested(rifaId: string): Promise<string> {
  const outcome = await request(rifaId);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.id;
}
const audit = async (rifaId: string) => (await readDrawAudit(bed.db, rifaId, bed.clock.now()))!;

test('publishes a manual seal immediately, and applies it only with a second person', async () => {
  const rifaId = await frozenRifa();
  const id = await requested(rifaId);
  await bed.execute();
  const waiting = await audit(rifaId);
  expect(waiting.seals).toEqual([]);
  expect(waiting.actions).toMatchObject([
    { kind: 'SEAL_DRAW', state: 'waiting', reason: 'Fonte fora do ar', approvedBy: null },
  ]);
  await approve(bed.platform, { id, userId: second });
  await Promise.all([bed.execute(), bed.execute()]);
  const sealed = await audit(rifaId);
  expect(sealed.seals).toMatchObject([{ extraction: known + 1, reason: 'Fonte fora do ar' }]);
  expect(sealed.rifa.drawExtraction).toBe(known + 1);
  expect(sealed.actions).toMatchObject([{ state: 'done' }]);
});

test('rejects an extraction whose prizes are already public', async () => {
  const rifaId = await frozenRifa();
  await report(known - 30, '2030-01-26');
  expect(await request(rifaId, known - 30, '2030-01-26')).toEqual({ ok: false, code: 'NUMBER_HAS_RUN' });
  expect(await request(rifaId, known - 30, bed.day)).toEqual({ ok: false, code: 'NUMBER_HAS_RUN' });
  expect(await request(rifaId, known, bed.day)).toEqual({ ok: false, code: 'NUMBER_HAS_RUN' });
});

test('does not seal an extraction that runs during the wait of 24 hours', async () => {
  const rifaId = await frozenRifa();
  moveTo('2030-05-14T20:00:00-03:00');
  await report(known, '2030-05-11', { number: known + 1, date: bed.day });
  await requested(rifaId);
  moveTo('2030-05-15T20:30:00-03:00');
  await report(known + 1, bed.day);
  await bed.execute();
  const { seals, actions } = await audit(rifaId);
  expect(seals).toEqual([]);
  expect(actions).toMatchObject([{ state: 'failed', error: 'NUMBER_HAS_RUN' }]);
});

test('delays an approved seal while the archive may lack an extraction', async () => {
  const rifaId = await frozenRifa();
  await approve(bed.platform, { id: await requested(rifaId), userId: second });
  moveTo('2030-05-14T12:00:00-03:00');
  await bed.execute();
  expect((await audit(rifaId)).actions).toMatchObject([{ state: 'approved', error: 'ARCHIVE_STALE' }]);
  await report(known, '2030-05-11', { number: known + 1, date: bed.day });
  await bed.execute();
  expect(await audit(rifaId)).toMatchObject({
    seals: [{ extraction: known + 1 }],
    actions: [{ state: 'done', error: null }],
  });
});

test('does not apply the seal of an admin demoted after the request', async () => {
  const rifaId = await frozenRifa();
  await requested(rifaId);
  await bed.db.updateTable('profiles').set({ role: 'buyer' }).where('id', '=', asker).execute();
  bed.clock.advance(25 * HOUR);
  await report(known, '2030-05-11', { number: known + 1, date: bed.day });
  await bed.execute();
  expect(await audit(rifaId)).toMatchObject({
    seals: [],
    actions: [{ state: 'failed', error: 'REQUESTER_NOT_ADMIN' }],
  });
  await bed.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', asker).execute();
});
