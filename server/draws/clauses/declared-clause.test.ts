import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { verifyDraw } from '@mare/domain/draws/verifying/verify-draw.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { saveResponses } from '../archive/archive.queries.ts';
import { findConcernedRifas, readDecidingResults } from '../deciding-results.ts';
import { drawRifa } from '../draw-rifa.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, PRIZES } from '../draws.testing.ts';
import { readList } from '../list/read-list.ts';
import { confirmResult } from '../lottery/decide-result.ts';
import { recordOfficialResult } from '../lottery/record-official-result.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.db.deleteFrom('lotteryExtractions').execute();
});

/** Seals for 15 May 2030, then moves the clock past that day. */
async function addSealedRifa(extraction: number): Promise<string> {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  await bed.sell(rifaId, [6, 2, 8]);
  await bed.freeze(rifaId);
  const sealed = await bed.seal(rifaId, extraction);
  if (!sealed.ok) throw new Error(sealed.code);
  return rifaId;
}

async function reportOfficially(number: number, date: string): Promise<void> {
  const body = officialBody({ extraction: number, prizes: PRIZES }, date);
  await saveResponses(
    bed.db,
    [
      {
        number,
        date,
        prizes: PRIZES,
        source: 'official',
        next: null,
        rawBody: body,
        rawHash: sha256Hex(body),
        url: 'x',
      },
    ],
    bed.clock.now(),
  );
}

async function confirmOfficially(extraction: number, date: string): Promise<void> {
  const body = officialBody({ extraction, prizes: PRIZES }, date);
  const recorded = await recordOfficialResult(bed.platform, { extraction, url: 'x', body });
  if (!recorded.ok) throw new Error(recorded.code);
  await confirmResult(bed.platform, { resultId: recorded.resultId, userId: bed.admins[1] });
}

const readAudit = async (rifaId: string) => (await readDrawAudit(bed.db, rifaId, bed.clock.now()))!;

/** All rifas are sealed before the clock passes their day. */
let moved: string, skipped: string, waiting: string;
const [movedNumber, skippedNumber, waitingNumber] = [freshExtraction(), freshExtraction(), freshExtraction()];

beforeAll(async () => {
  moved = await addSealedRifa(movedNumber);
  skipped = await addSealedRifa(skippedNumber);
  waiting = await addSealedRifa(waitingNumber);
  await bed.waitForLottery();
  bed.clock.advance(4 * 86_400);
});

test('decides by the sealed number even if the lottery moved its day', async () => {
  await confirmOfficially(movedNumber, '2030-05-17');
  expect(await drawRifa(bed.platform, moved, async () => {})).toEqual({ ok: true, version: 1 });
  const { rifa, clauseSteps, record } = await readAudit(moved);
  expect(rifa).toMatchObject({ drawExtraction: movedNumber, drawDate: '2030-05-17T22:00:00.000Z' });
  expect(clauseSteps).toMatchObject([{ reason: 'MOVED_LATER', extraction: movedNumber }]);
  expect(verifyDraw(record!, await readList(bed.db, moved)).ok).toBe(true);
});

test('decides by the replacement of a skipped number, and the proof file shows why', async () => {
  const replacement = skippedNumber + 10;
  await reportOfficially(replacement, bed.day);
  expect((await readAudit(skipped)).awaits).toBe(replacement);
  await confirmOfficially(replacement, bed.day);
  expect(await drawRifa(bed.platform, skipped, async () => {})).toEqual({ ok: true, version: 1 });
  const { clauseSteps, record } = await readAudit(skipped);
  expect(clauseSteps).toMatchObject([{ reason: 'NUMBER_SKIPPED', extraction: replacement }]);
  const list = await readList(bed.db, skipped);
  expect(verifyDraw(record!, list).ok).toBe(true);
  const knownWithSealed = [{ number: skippedNumber, date: bed.day, prizes: PRIZES.toReversed() }];
  const forged = { ...record!, clause: { ...record!.clause!, known: knownWithSealed } };
  expect(verifyDraw(forged, list).checks).toContainEqual({ check: 'results', ok: false });
});

test('never decides a rifa by a typed result of another number', async () => {
  const otherNumber = waitingNumber + 1;
  await bed.db
    .insertInto('lotteryResults')
    .values({
      id: bed.platform.random.uuid(),
      extraction: otherNumber,
      version: 1,
      drawnOn: bed.day,
      prizes: PRIZES,
      source: 'typed',
      state: 'confirmed',
      enteredBy: bed.admins[0],
      decidedBy: bed.admins[1],
      enteredAt: bed.clock.now(),
      decidedAt: bed.clock.now(),
    })
    .execute();
  const seal = {
    extraction: waitingNumber,
    extractionDate: bed.day,
    sealedAt: new Date('2030-05-15T20:00:00Z'),
  };
  expect(await readDecidingResults(bed.db, seal, bed.clock.now())).toMatchObject({
    results: [],
    awaits: waitingNumber,
  });
  const concerned = await findConcernedRifas(bed.db, otherNumber, bed.clock.now());
  expect(concerned.map(({ rifaId }) => rifaId)).not.toContain(waiting);
});
