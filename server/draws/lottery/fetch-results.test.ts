import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import {
  createDrawsTestbed,
  type DrawsTestbed,
  freshExtraction,
  PRIZES,
  serveResults,
} from '../draws.testing.ts';
import { fetchDueResults, fetchResult } from './fetch-results.job.ts';
import { sealDrawJob } from '../sealing/seal-draw.job.ts';
import { freezeListJob } from '../list/freeze-list.job.ts';
import { closeRifa } from '../../rifas/closing/close-rifa.ts';

let bed: DrawsTestbed;
let service: Awaited<ReturnType<typeof serveResults>>;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  service = await serveResults();
  bed.platform.config.lotteryResultsUrl = service.url;
});
afterAll(async () => {
  await service.close();
  await bed.close();
});
beforeEach(async () => {
  await bed.db.deleteFrom('lotteryExtractions').execute();
  service.responses.clear();
  service.requestedPaths.length = 0;
});

/** Sets the latest extraction of the official service and the next one that it announces. */
const reportLatest = (extraction: number, date: string, next?: { number: number; date: string }) =>
  service.responses.set('/federal', {
    body: JSON.stringify({
      ...(JSON.parse(officialBody({ extraction, prizes: PRIZES }, date)) as object),
      ...(next && { numeroConcursoProximo: next.number, dataProximoConcurso: next.date }),
    }),
  });
const findResult = (extraction: number) =>
  bed.db.selectFrom('lotteryResults').selectAll().where('extraction', '=', extraction).executeTakeFirst();

test('seals a frozen list for the extraction of its day and fetches the result', async () => {
  const known = freshExtraction();
  const rifaId = await bed.rifa(10);
  await bed.sell(rifaId, [1]);
  await closeRifa(bed.platform, rifaId, 'due');
  reportLatest(known, '2030-05-12', { number: known + 1, date: '15/05/2030' });
  await freezeListJob.handle(bed.platform, { rifaId });
  await sealDrawJob.handle(bed.platform, { rifaId });
  const seal = await bed.db
    .selectFrom('drawSeals')
    .selectAll()
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  expect(seal).toMatchObject({ extraction: known + 1, extractionDate: '2030-05-15', sealedBy: null });

  await fetchDueResults(bed.platform);
  expect(service.requestedPaths).not.toContain(`/federal/${known + 1}`);
  const otherRifaId = await bed.rifa(10);
  await bed.sell(otherRifaId, [1]);
  await bed.freeze(otherRifaId);
  await bed.seal(otherRifaId, known + 2);
  await bed.waitForLottery();
  // A result for the other rifa does not stop the fetching of missing ones.
  await bed.confirmOfficially(PRIZES, known + 2);
  const path = `/federal/${known + 1}`;
  await fetchDueResults(bed.platform);
  service.responses.set(path, { body: '<html>manutenção</html>' });
  await fetchDueResults(bed.platform);
  service.responses.set(path, { body: officialBody({ extraction: known, prizes: PRIZES }, '2030-05-12') });
  await fetchDueResults(bed.platform);
  expect(await findResult(known + 1)).toBeUndefined();

  const body = officialBody({ extraction: known + 1, prizes: PRIZES }, '2030-05-15');
  service.responses.set(path, { body });
  await fetchDueResults(bed.platform);
  expect(await findResult(known + 1)).toMatchObject({
    state: 'pending',
    source: 'official',
    sourceUrl: service.url + `/${known + 1}`,
    prizes: PRIZES,
    rawBody: body,
    rawHash: sha256Hex(body),
    enteredBy: null,
  });
  service.requestedPaths.length = 0;
  await fetchDueResults(bed.platform);
  expect(service.requestedPaths).not.toContain(path);
});

test('leaves a list unsealed while the archive may lack an extraction', async () => {
  const rifaId = await bed.rifa(10);
  await closeRifa(bed.platform, rifaId, 'due');
  await freezeListJob.handle(bed.platform, { rifaId });
  reportLatest(6000, '2026-08-16');
  await sealDrawJob.handle(bed.platform, { rifaId });
  expect(
    await bed.db.selectFrom('drawSeals').select('version').where('rifaId', '=', rifaId).execute(),
  ).toEqual([]);
});

test.each([
  ['an error', { status: 500, body: '{}' }],
  ['a redirect', { status: 302, location: 'http://169.254.169.254/' }],
  ['too much data', { body: 'x'.repeat(300 * 1024) }],
])('ignores a service that responds with %s', async (_, answer) => {
  service.responses.set('/federal/1', answer);
  expect(await fetchResult(bed.platform, 1)).toEqual({ ok: false, code: 'UNREACHABLE' });
});

test('sends no request without an official source', async () => {
  const platform = { ...bed.platform, config: { ...bed.platform.config, lotteryResultsUrl: null } };
  expect(await fetchResult(platform, 1)).toEqual({ ok: false, code: 'OFF' });
  await fetchDueResults(platform);
  expect(service.requestedPaths).toEqual([]);
});
