import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSeal } from '@mare/domain/draws/sealing/draw-seal.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction } from '../draws.testing.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

/** A rifa of ten numbers whose first three prizes go to 6, 2 and 8 with PRIZES. */
async function addSealedRifa(extraction: number): Promise<string> {
  const rifaId = await bed.rifa(10);
  await bed.sell(rifaId, [6, 2, 8, 1]);
  await bed.freeze(rifaId);
  const seal = await bed.seal(rifaId, extraction);
  if (!seal.ok) throw new Error(seal.code);
  return rifaId;
}

test('publishes all inputs of the draw before the extraction', async () => {
  const rifaId = await bed.rifa(100, { prizes: 2 });
  await bed.sell(rifaId, [1, 2, 3]);
  expect(await bed.seal(rifaId)).toEqual({ ok: false, code: 'NOT_FROZEN' });
  await bed.freeze(rifaId);
  const extraction = freshExtraction();
  expect((await bed.seal(rifaId, extraction)).ok).toBe(true);
  const seal = await bed.db
    .selectFrom('drawSeals')
    .selectAll()
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  const list = await bed.db
    .selectFrom('drawLists')
    .selectAll()
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  expect(readSeal(seal.text)).toEqual({
    rifaId,
    totalNumbers: 100,
    soldNumbers: 3,
    listHash: list.listHash,
    merkleRoot: list.merkleRoot,
    rule: 'federal-1',
    fallback: 'lot',
    positions: [1, 2],
    cotaWinsOnce: true,
    extraction,
    extractionDate: bed.day,
  });
  expect(await bed.seal(rifaId, extraction)).toEqual({ ok: false, code: 'UNCHANGED' });
});

test('cannot be made for a total without a fair rule', async () => {
  const rifaId = await bed.rifa(300);
  await bed.freeze(rifaId);
  expect(await bed.seal(rifaId)).toEqual({ ok: false, code: 'NOT_FAIR' });
});

test('is created once per extraction under concurrent calls', async () => {
  const rifaId = await bed.rifa(10);
  await bed.freeze(rifaId);
  const extraction = freshExtraction();
  const outcomes = await Promise.all([1, 2, 3].map(() => bed.seal(rifaId, extraction)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});

test('can be replaced until the hour of its extraction', async () => {
  const extraction = freshExtraction();
  const rifaId = await addSealedRifa(extraction);
  const otherExtraction = freshExtraction();
  expect((await bed.seal(rifaId, otherExtraction, '2030-05-19', 'feriado')).ok).toBe(true);
  expect((await bed.seal(rifaId, extraction, bed.day, 'engano')).ok).toBe(true);
  const lateRifa = await bed.rifa(10);
  await bed.freeze(lateRifa);
  await bed.waitForLottery();
  expect(await bed.seal(lateRifa, freshExtraction())).toEqual({ ok: false, code: 'TOO_LATE' });
  expect(await bed.seal(rifaId, otherExtraction, '2030-05-19')).toEqual({ ok: false, code: 'TOO_LATE' });
  expect(await bed.seal(rifaId, extraction, '2030-05-16', 'feriado')).toEqual({
    ok: false,
    code: 'TOO_LATE',
  });
});
