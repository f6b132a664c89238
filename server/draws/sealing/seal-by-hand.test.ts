import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { approve } from '../../approvals/approvals.ts';
import { recordSourceOutcome, saveResponses } from '../archive/archive.queries.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, PRIZES } from '../draws.testing.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { requestSeal } from './seal-by-hand.ts';

let bed: DrawsTestbed;
let requester: string, secondAdmin: string;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  [requester, secondAdmin] = bed.admins;
});
afterAll(() => bed.close());

const HOUR = 3600;
let latest: number;
/** Three days before the extraction of Wednesday 15 May 2030, with an archive up to Saturday 11. */
beforeEach(async () => {
  await bed.db.deleteFrom('lotteryExtractions').execute();
  moveClockTo('2030-05-12T12:00:00-03:00');
  latest = freshExtraction();
  await reportExtraction(latest, '2030-05-11', { number: latest + 1, date: bed.day });
});

const moveClockTo = (moment: string) =>
  bed.clock.advance((Date.parse(moment) - bed.clock.now().getTime()) / 1000);

async function reportExtraction(
  number: number,
  date: string,
  next: { number: number; date: string } | null = null,
) {
  const rawBody = officialBody({ extraction: number, prizes: PRIZES }, date);
  const report = { number, date, prizes: PRIZES, source: 'official', next, rawBody, url: 'x' };
  await saveResponses(bed.db, [{ ...report, rawHash: sha256Hex(rawBody) }], bed.clock.now());
  await recordSourceOutcome(bed.db, 'official', { ok: true }, bed.clock.now());
}

async function addFrozenRifa(): Promise<string> {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  await bed.sell(rifaId, [6]);
  await bed.freeze(rifaId);
  return rifaId;
}
const tryRequest = (rifaId: string, extraction = latest + 1, extractionDate = bed.day) =>
  requestSeal(bed.platform, {
    rifaId,
    extraction,
    extractionDate,
    userId: requester,
    reason: 'Fonte fora do ar',
  });
async function request(rifaId: string): Promise<string> {
  const outcome = await tryRequest(rifaId);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.id;
}
const readAudit = async (rifaId: string) => (await readDrawAudit(bed.db, rifaId, bed.clock.now()))!;

test('publishes a manual seal immediately, and applies it only with a second person', async () => {
  const rifaId = await addFrozenRifa();
  const id = await request(rifaId);
  await bed.executeApprovals();
  const pending = await readAudit(rifaId);
  expect(pending.seals).toEqual([]);
  expect(pending.actions).toMatchObject([
    { kind: 'SEAL_DRAW', state: 'waiting', reason: 'Fonte fora do ar', approvedBy: null },
  ]);
  await approve(bed.platform, { id, userId: secondAdmin });
  await Promise.all([bed.executeApprovals(), bed.executeApprovals()]);
  const sealed = await readAudit(rifaId);
  expect(sealed.seals).toMatchObject([{ extraction: latest + 1, reason: 'Fonte fora do ar' }]);
  expect(sealed.rifa.drawExtraction).toBe(latest + 1);
  expect(sealed.actions).toMatchObject([{ state: 'done' }]);
});

test('rejects an extraction whose prizes are already public', async () => {
  const rifaId = await addFrozenRifa();
  await reportExtraction(latest - 30, '2030-01-26');
  expect(await tryRequest(rifaId, latest - 30, '2030-01-26')).toEqual({ ok: false, code: 'NUMBER_HAS_RUN' });
  expect(await tryRequest(rifaId, latest - 30, bed.day)).toEqual({ ok: false, code: 'NUMBER_HAS_RUN' });
  expect(await tryRequest(rifaId, latest, bed.day)).toEqual({ ok: false, code: 'NUMBER_HAS_RUN' });
});

test('does not seal an extraction that runs during the wait of 24 hours', async () => {
  const rifaId = await addFrozenRifa();
  moveClockTo('2030-05-14T20:00:00-03:00');
  await reportExtraction(latest, '2030-05-11', { number: latest + 1, date: bed.day });
  await request(rifaId);
  moveClockTo('2030-05-15T20:30:00-03:00');
  await reportExtraction(latest + 1, bed.day);
  await bed.executeApprovals();
  const { seals, actions } = await readAudit(rifaId);
  expect(seals).toEqual([]);
  expect(actions).toMatchObject([{ state: 'failed', error: 'NUMBER_HAS_RUN' }]);
});

test('delays an approved seal while the archive may lack an extraction', async () => {
  const rifaId = await addFrozenRifa();
  await approve(bed.platform, { id: await request(rifaId), userId: secondAdmin });
  moveClockTo('2030-05-14T12:00:00-03:00');
  await bed.executeApprovals();
  expect((await readAudit(rifaId)).actions).toMatchObject([{ state: 'approved', error: 'ARCHIVE_STALE' }]);
  await reportExtraction(latest, '2030-05-11', { number: latest + 1, date: bed.day });
  await bed.executeApprovals();
  expect(await readAudit(rifaId)).toMatchObject({
    seals: [{ extraction: latest + 1 }],
    actions: [{ state: 'done', error: null }],
  });
});

test('does not apply the seal of an admin demoted after the request', async () => {
  const rifaId = await addFrozenRifa();
  await request(rifaId);
  await bed.db.updateTable('profiles').set({ role: 'buyer' }).where('id', '=', requester).execute();
  bed.clock.advance(25 * HOUR);
  await reportExtraction(latest, '2030-05-11', { number: latest + 1, date: bed.day });
  await bed.executeApprovals();
  expect(await readAudit(rifaId)).toMatchObject({
    seals: [],
    actions: [{ state: 'failed', error: 'REQUESTER_NOT_ADMIN' }],
  });
  await bed.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', requester).execute();
});
