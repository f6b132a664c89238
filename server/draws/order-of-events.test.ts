/**
 * The order of events from the last sale to the winner, replayed on a fake clock with extractions as the archive has
 * them: every weekday since 2019, moved days, skipped numbers, Sundays at 11:00, and worker outages of hours.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { readArchiveFile } from '@mare/domain/draws/lottery/archive-file.ts';
import { addDays, type Extraction } from '@mare/domain/draws/lottery/extraction.ts';
import { DEFAULT_LOTTERY_HOURS, extractionTime } from '@mare/domain/draws/lottery/lottery-hours.ts';
import { verifyDraw } from '@mare/domain/draws/verifying/verify-draw.ts';
import type { Platform } from '../platform/platform.ts';
import { closeDueRifas } from '../rifas/closing/close-rifas.job.ts';
import { assertLoggedOnce } from '../transparency/copied-log.testing.ts';
import { nameExtractionsJob } from '../rifas/closing/name-extractions.job.ts';
import { applyClauses } from './clauses/apply-clauses.job.ts';
import { importArchive } from './archive/import-archive.ts';
import { readLottery } from './archive/read-archive.ts';
import { refreshArchive } from './archive/refresh-archive.ts';
import { drawRifa } from './draw-rifa.ts';
import { createDrawsTestbed, type DrawsTestbed, serveResults } from './draws.testing.ts';
import { freezeListJob } from './list/freeze-list.job.ts';
import { readList } from './list/read-list.ts';
import { fetchDueResults } from './lottery/fetch-results.job.ts';
import { notifyDrawNewsJob } from './news/deliver-draw-news.job.ts';
import { notifyWinnersJob } from './prizes/news/notify-winners.job.ts';
import { readDrawAudit } from './proofs/read-draw-audit.ts';
import { sealDrawJob } from './sealing/seal-draw.job.ts';

const HOUR_MS = 3_600_000;
const HISTORY = 60;
const FILE = join(import.meta.dirname, 'archive', 'loteria-federal.csv');

let bed: DrawsTestbed;
let official: Awaited<ReturnType<typeof serveResults>>;
let archive: Extraction[];
beforeAll(async () => {
  bed = await createDrawsTestbed();
  official = await serveResults();
  archive = readArchiveFile(await readFile(FILE, 'utf8'))!.extractions.filter(({ prizes }) => prizes);
});
afterAll(async () => {
  await official.close();
  await bed.close();
});

const startOf = ({ date }: { date: string }) => extractionTime(date, DEFAULT_LOTTERY_HOURS);

/** The archive, continued with extractions on Wednesdays at 19:00 and Sundays at 11:00. */
function extendWithSundays(): Extraction[] {
  const last = archive.at(-1)!;
  const continuation = Array.from({ length: 50 }, (_, index) => ({
    number: last.number + index + 1,
    // 2025-01-01 is a Wednesday.
    date: addDays('2025-01-01', Math.floor(index / 2) * 7 + (index % 2) * 4),
    prizes: archive[archive.length - 1 - index]!.prizes,
  }));
  return [...archive, ...continuation];
}

/** A small random generator, so that failures are reproducible. */
function createRandom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Publishes everything that has run an hour before `now`; announces the next day, with the number after the latest. */
function publish(extractions: readonly Extraction[], now: Date): void {
  const lastRun = extractions.findLastIndex(
    (extraction) => startOf(extraction).getTime() + HOUR_MS <= now.getTime(),
  );
  official.responses.clear();
  for (const [index, { number, date, prizes }] of extractions.entries()) {
    if (index > lastRun || index < lastRun - 10) continue;
    const next = extractions[index + 1];
    const body = JSON.stringify({
      ...(JSON.parse(officialBody({ extraction: number, prizes: [...prizes!] }, date)) as object),
      numeroConcursoProximo: number + 1,
      dataProximoConcurso: next?.date.split('-').toReversed().join('/') ?? null,
    });
    official.responses.set(`/federal/${number}`, { body });
    if (index === lastRun) official.responses.set('/federal', { body });
  }
}

async function replay(extractions: readonly Extraction[], before: Extraction, seed: number) {
  const { db } = bed;
  for (const table of ['lotteryResults', 'lotteryExtractions', 'lotterySources'] as const)
    await db.deleteFrom(table).execute();
  const random = createRandom(seed);
  const startIndex = extractions.indexOf(before);
  const csv = extractions
    .slice(Math.max(0, startIndex - HISTORY), startIndex + 1)
    .map(({ number, date, prizes }) => [number, date, ...prizes!].join(','));
  await importArchive(bed.platform, ['concurso,data_iso,p1,p2,p3,p4,p5', ...csv].join('\n'));

  let now = new Date(startOf(before).getTime() + 12 * HOUR_MS);
  const platform: Platform = {
    ...bed.platform,
    clock: { now: () => now },
    config: { ...bed.platform.config, lotteryResultsUrl: official.url, lotteryMirrorUrls: [] },
  };
  publish(extractions, now);
  await refreshArchive(platform);
  const { coming } = await readLottery(platform);
  const chosenExtraction = coming[seed % 2]!;
  const salesEndMinutes = [10, 60, 180][seed % 3]!;
  const rifaId = await bed.rifa(10, { prizes: 1 });
  // Every fourth seed sells out, which ends the sales at once.
  const secondNumbers = seed % 4 === 3 ? [6, 7, 8, 9, 10] : [6, 7, 8, 9];
  const buyers = [await bed.sell(rifaId, [1, 2, 3, 4, 5]), await bed.sell(rifaId, secondNumbers)];
  await db
    .updateTable('rifas')
    .set({ drawDate: chosenExtraction.runsAt, drawExtraction: null, salesEndMinutes })
    .where('id', '=', rifaId)
    .execute();

  const jobs: (() => Promise<unknown>)[] = [
    () => refreshArchive(platform),
    () => nameExtractionsJob.handle(platform, {}),
    () => closeDueRifas(platform),
    () => freezeListJob.handle(platform, { rifaId }),
    () => sealDrawJob.handle(platform, { rifaId }),
    () => applyClauses(platform),
    () => fetchDueResults(platform),
    () => drawRifa(platform, rifaId, async () => {}),
    () => notifyWinnersJob.handle(platform, { rifaId }),
    () => notifyDrawNewsJob.handle(platform, { rifaId }),
  ];
  // Seeds 0 and 1 have no outage; others have one of up to a day and a half, and run their jobs in another order.
  const end = chosenExtraction.runsAt.getTime();
  const salesEnd = end - salesEndMinutes * 60_000;
  const outage = seed < 2 ? null : salesEnd + (random() * 48 - 24) * HOUR_MS;
  const outageEnds = outage === null ? null : outage + random() * 36 * HOUR_MS;
  const times = [salesEnd, salesEnd + 60_000, end - 60_000, end, end + 1.2 * HOUR_MS, end + 3 * HOUR_MS];
  for (let days = 1; days <= 16; days++) times.push(end + days * 24 * HOUR_MS);
  // While the rifa waits, its archive is refreshed at least daily, as the job does.
  for (let time = now.getTime(); time < salesEnd; time += 12 * HOUR_MS) times.push(time);
  for (const time of times.sort((first, second) => first - second)) {
    if (outage !== null && time > outage && time < outageEnds!) continue;
    now = new Date(time);
    publish(extractions, now);
    const order = seed < 2 ? jobs : jobs.toSorted(() => random() - 0.5);
    for (const job of seed < 2 ? order : [...order, ...order]) await job();
    if ((await bed.statusOf(rifaId)) === 'completed') break;
  }
  await notifyWinnersJob.handle(platform, { rifaId });
  await notifyDrawNewsJob.handle(platform, { rifaId });
  return { rifaId, chosenExtraction, now, buyers: buyers.map(({ userId }) => userId) };
}

/** Last extraction before that of the rifa's draw. */
const SAMPLES: [string, number][] = [
  ['a Saturday', 5350],
  ['a Wednesday', 5501],
  ['the jump from 5489 to 5499', 5489],
  ['an extraction after the jump', 5499],
];

/** Seed 0 replays every sample, the others a third each. */
test.each([0, 1, 2, 3])(
  'no rifa is stuck and every seal precedes its extraction (seed %i)',
  {
    timeout: 240_000,
  },
  async (seed) => {
    const movedDays = ['seg', 'ter', 'qui', 'sex'].map((name): [string, number] => {
      const weekday = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab'].indexOf(name);
      const index = archive.findLastIndex(
        ({ date }) => date >= '2019' && new Date(`${date}T00:00:00Z`).getUTCDay() === weekday,
      );
      return [`a moved day (${name})`, archive[index - 1]!.number];
    });
    const sundays = extendWithSundays();
    const runs = [
      ...[...SAMPLES, ...movedDays].map(([name, number]) => ({ name, number, extractions: archive })),
      { name: 'a Sunday', number: 5968, extractions: sundays },
      { name: 'the Wednesday after a Sunday', number: 5969, extractions: sundays },
    ];
    const selected = runs.filter((_, index) => seed === 0 || index % 3 === seed % 3);
    for (const { name, number, extractions } of selected) {
      const before = extractions.find((extraction) => extraction.number === number)!;
      const { rifaId, chosenExtraction, now, buyers } = await replay(extractions, before, seed);
      const label = `${name}, seed ${seed}`;
      expect([label, await bed.statusOf(rifaId)]).toEqual([label, 'completed']);
      const audit = (await readDrawAudit(bed.db, rifaId, now))!;
      const decided = audit.draws[0]!.results[0]!;
      const actual = extractions.find((extraction) => extraction.number === decided.extraction)!;
      expect([label, decided.date, decided.prizes]).toEqual([label, actual.date, actual.prizes]);
      expect([label, new Date(audit.seals[0]!.sealedAt) < startOf(actual)]).toEqual([label, true]);
      const firstAfterSeal = extractions.find(
        (extraction) =>
          startOf(extraction) > new Date(audit.seals[0]!.sealedAt) &&
          extraction.date >= chosenExtraction.date.slice(0, 10),
      )!;
      const declared = extractions.find((extraction) => extraction.number === audit.rifa.drawExtraction);
      const expected =
        declared && startOf(declared) > new Date(audit.seals[0]!.sealedAt) ? declared : firstAfterSeal;
      expect([label, decided.extraction]).toEqual([label, expected.number]);
      expect([label, verifyDraw(audit.record!, await readList(bed.db, rifaId)).ok]).toEqual([label, true]);
      const notifications = await bed.db
        .selectFrom('notifications')
        .select(['userId', 'title', 'message'])
        .where('userId', 'in', buyers)
        .orderBy('sequence')
        .execute();
      expect([label, notifications.filter(({ title }) => title.startsWith('Você ganhou')).length]).toEqual([
        label,
        1,
      ]);
      for (const buyer of buyers) {
        const titles = notifications.filter(({ userId }) => userId === buyer).map(({ title }) => title);
        expect(titles.slice(0, 2)).toEqual(['A lista do sorteio está fechada', 'O sorteio está lacrado']);
        const texts = notifications.filter(({ userId }) => userId === buyer).map(({ message }) => message);
        expect(new Set(texts).size).toBe(texts.length);
      }
    }
    await assertLoggedOnce(bed.platform);
  },
);
