import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDrawsTestbed, type DrawsTestbed, PRIZES, serveResults } from '../draws.testing.ts';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { addDays } from '@mare/domain/draws/lottery/extraction.ts';
import { findAnnouncedNext, latestNumber, listReports, listSources } from './archive.queries.ts';
import { importArchive, importShippedArchive } from './import-archive.ts';
import { refreshArchive } from './refresh-archive.ts';
import { simulatedLottery } from './simulated-lottery.ts';

let bed: DrawsTestbed;
let official: Awaited<ReturnType<typeof serveResults>>;
let mirror: typeof official;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  official = await serveResults();
  mirror = await serveResults();
  bed.platform.config.lotteryResultsUrl = official.url;
  bed.platform.config.lotteryMirrorUrls = [mirror.url];
});
afterAll(async () => {
  await official.close();
  await mirror.close();
  await bed.close();
});
beforeEach(async () => {
  for (const service of [official, mirror]) {
    service.responses.clear();
    service.requestedPaths.length = 0;
  }
  await bed.db.deleteFrom('lotteryExtractions').execute();
  await bed.db.deleteFrom('lotterySources').execute();
});

/** `2030-05-15` is a Wednesday. */
const officialResponse = (number: number, date: string, changes: object = {}) => ({
  body: JSON.stringify({
    ...(JSON.parse(officialBody({ extraction: number, prizes: PRIZES }, date)) as object),
    ...changes,
  }),
});
const mirrorResponse = (number: number, date: string, prizes = PRIZES) => ({
  body: JSON.stringify({
    loteria: 'federal',
    concurso: number,
    data: date.split('-').toReversed().join('/'),
    dezenasOrdemSorteio: prizes.map((prize) => `0${prize}`),
    dezenas: prizes.map((prize) => `0${prize}`),
    proximoConcurso: number + 1,
    dataProximoConcurso: null,
  }),
});

describe('the shipped file', () => {
  test('is imported once', async () => {
    await importShippedArchive(bed.platform);
    await importShippedArchive(bed.platform);
    expect(await latestNumber(bed.db)).toBe(5929);
    expect(await listReports(bed.db, 5929)).toEqual([
      { number: 5929, date: '2024-12-28', prizes: PRIZES, source: 'file' },
    ]);
  });

  test('reports rejected lines and imports the others', async () => {
    expect(
      await importArchive(
        bed.platform,
        'concurso,data_iso,p1,p2,p3,p4,p5\n7,2030-05-15,1,2,3,4,5\n8,,,,,,\n',
      ),
    ).toEqual({ ok: true, imported: 1, rejected: [{ line: 3, reason: 'INVALID_DATE' }] });
    expect(await importArchive(bed.platform, 'a;b\n')).toEqual({ ok: false, code: 'NO_HEADER' });
  });
});

describe('a refresh', () => {
  test('fetches missing extractions from each source', async () => {
    official.responses.set('/federal', officialResponse(9, '2030-05-15'));
    official.responses.set('/federal/7', officialResponse(7, '2030-05-08'));
    official.responses.set('/federal/8', officialResponse(8, '2030-05-11'));
    mirror.responses.set('/federal/latest', mirrorResponse(8, '2030-05-11'));
    await importArchive(bed.platform, 'concurso,data_iso,p1,p2,p3,p4,p5\n6,2030-05-04,1,2,3,4,5\n');
    await refreshArchive(bed.platform);
    const reports = await listReports(bed.db);
    expect(reports.map(({ number, source }) => [number, source])).toEqual([
      [6, 'file'],
      [7, 'official'],
      [8, 'official'],
      [8, mirror.url.slice(7, -8)],
      [9, 'official'],
    ]);
    expect((await listSources(bed.db)).map(({ error }) => error)).toEqual([null, null]);
  });

  test('fills a gap from every source in several refreshes, newest first', async () => {
    await importArchive(bed.platform, 'concurso,data_iso,p1,p2,p3,p4,p5\n106,2030-01-02,1,2,3,4,5\n');
    const dateOf = (number: number) => addDays('2030-01-02', (number - 106) * 3);
    official.responses.set('/federal', officialResponse(150, dateOf(150)));
    mirror.responses.set('/federal/latest', mirrorResponse(150, dateOf(150)));
    // The lottery has skipped 120.
    for (let number = 107; number < 150; number++)
      if (number !== 120) {
        official.responses.set(`/federal/${number}`, officialResponse(number, dateOf(number)));
        mirror.responses.set(`/federal/${number}`, mirrorResponse(number, dateOf(number)));
      }
    const findMissing = async () => {
      const reports = await listReports(bed.db, 107, 150);
      return [official, mirror].map(({ url }) => {
        const name = url === official.url ? 'official' : url.slice(7, -8);
        const numbers = new Set(reports.filter(({ source }) => source === name).map(({ number }) => number));
        return Array.from({ length: 44 }, (_, index) => 107 + index).filter((each) => !numbers.has(each));
      });
    };
    await refreshArchive(bed.platform);
    const oldest = Array.from({ length: 13 }, (_, index) => 107 + index);
    expect(await findMissing()).toEqual([
      [...oldest, 120],
      [...oldest, 120],
    ]);
    await refreshArchive(bed.platform);
    expect(await findMissing()).toEqual([[120], [120]]);
    official.requestedPaths.length = 0;
    await refreshArchive(bed.platform);
    expect(official.requestedPaths).toEqual(['/federal', '/federal/149', '/federal/148']);
    bed.clock.advance(86_400);
    await refreshArchive(bed.platform);
    expect(official.requestedPaths).toContain('/federal/120');
  });

  test('keeps the earlier response when a source changes it', async () => {
    official.responses.set('/federal', officialResponse(9, '2030-05-15'));
    await refreshArchive(bed.platform);
    bed.clock.advance(60);
    const corrected = ['11111', '22222', '33333', '44444', '55555'];
    official.responses.set('/federal', {
      body: officialBody({ extraction: 9, prizes: corrected }, '2030-05-15'),
    });
    await refreshArchive(bed.platform);
    await refreshArchive(bed.platform);
    expect(await listReports(bed.db, 9)).toMatchObject([{ prizes: corrected }]);
    expect(
      await bed.db.selectFrom('lotteryExtractions').select('prizes').where('number', '=', 9).execute(),
    ).toHaveLength(2);
  });

  test('records an extraction that has run before its prizes are complete', async () => {
    const placeholders = ['000000', '000000', '000000', '000000', '000000'];
    official.responses.set(
      '/federal',
      officialResponse(9, '2030-05-15', {
        listaDezenas: placeholders,
        dezenasSorteadasOrdemSorteio: placeholders,
      }),
    );
    await refreshArchive(bed.platform);
    expect(await listReports(bed.db, 9)).toMatchObject([{ date: '2030-05-15', prizes: null }]);
  });

  test('saves the next contest announced by the lottery', async () => {
    official.responses.set(
      '/federal',
      officialResponse(9, '2030-05-15', { numeroConcursoProximo: 10, dataProximoConcurso: '18/05/2030' }),
    );
    await refreshArchive(bed.platform);
    expect(await findAnnouncedNext(bed.db)).toEqual({ number: 10, date: '2030-05-18' });
  });

  test.each([
    ['an error', { status: 500, body: '{}' }],
    ['HTML', { body: '<html>manutenção</html>' }],
    ['another lottery', officialResponse(9, '2030-05-15', { tipoJogo: 'MEGA_SENA' })],
    ['an impossible date', officialResponse(9, '2030-02-31')],
  ])('records a source that responds with %s and queries the others', async (_, answer) => {
    official.responses.set('/federal', answer);
    mirror.responses.set('/federal/latest', mirrorResponse(8, '2030-05-11'));
    await refreshArchive(bed.platform);
    expect((await listReports(bed.db)).map(({ number }) => number)).toEqual([8]);
    const sources = await listSources(bed.db);
    expect(sources.find(({ name }) => name === 'official')!.error).not.toBeNull();
    expect(sources.find(({ name }) => name !== 'official')!.error).toBeNull();
  });
});

describe('the lottery of the demonstration', () => {
  const readAt = (iso: string) => simulatedLottery({ now: () => new Date(iso) }).readResponse(null);

  test('draws on Wednesdays and Saturdays at 19:00 and announces the next contest', async () => {
    // 2026-11-18 is a Wednesday.
    const before = JSON.parse((await readAt('2026-11-18T21:59:00Z')).body) as Record<string, unknown>;
    const after = JSON.parse((await readAt('2026-11-18T22:30:00Z')).body) as Record<string, unknown>;
    expect(before).toMatchObject({ dataApuracao: '14/11/2026', dataProximoConcurso: '18/11/2026' });
    expect(after).toMatchObject({
      numero: (before['numero'] as number) + 1,
      dataApuracao: '18/11/2026',
      dataProximoConcurso: '21/11/2026',
    });
  });

  test('rejects a request for an extraction that has not run', async () => {
    await expect(
      simulatedLottery({ now: () => new Date('2026-11-18T12:00:00Z') }).readResponse(9000),
    ).rejects.toThrow('404');
  });
});
