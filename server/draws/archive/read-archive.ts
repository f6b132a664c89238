import type { ComingExtractionView, LotteryArchive } from '@mare/contract/draws/lottery-archive.ts';
import {
  agreedExtraction,
  findArchiveAnomalies,
  type SourcedExtraction,
} from '@mare/domain/draws/lottery/archive-anomalies.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { isNumberKnown } from '@mare/domain/draws/lottery/choose-extraction.ts';
import type { Extraction } from '@mare/domain/draws/lottery/extraction.ts';
import { extractionTime, type LotteryHours } from '@mare/domain/draws/lottery/lottery-hours.ts';
import {
  type ComingExtraction,
  comingExtractions,
  measureConfidence,
} from '@mare/domain/draws/lottery/lottery-schedule.ts';
import { isArchiveFresh } from '@mare/domain/draws/lottery/seal-timing.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLotteryHours } from './find-lottery-hours.ts';
import { findAnnouncedNext, latestNumber, listReports, listSources } from './archive.queries.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'config'>;

/** Enough history for the schedule and its confidence. */
const READ = 200;
const SHOWN = 12;

export interface Lottery {
  /** By ascending number, as the sources agree on them. */
  known: Extraction[];
  reports: SourcedExtraction[];
  latestNumber: number | null;
  /** Soonest first. */
  coming: (ComingExtraction & {
    runsAt: Date;
    /** Share of past predictions that were right, 0 to 1; null when announced or without history. */
    confidence: number | null;
    /** The number is certain enough to be promised. */
    isNumberKnown: boolean;
  })[];
  hours: LotteryHours;
  isFresh: boolean;
}

/** Current knowledge of the lottery. */
export async function readLottery({ db, clock, config }: Deps, count = SHOWN): Promise<Lottery> {
  const latest = await latestNumber(db);
  const [reports, announced, sources, hours] = await Promise.all([
    listReports(db, Math.max(1, (latest ?? 1) - READ)),
    findAnnouncedNext(db),
    listSources(db),
    findLotteryHours({ config }, db),
  ]);
  const known = [...Map.groupBy(reports, ({ number }) => number).values()].map(agreedExtraction);
  const now = clock.now();
  const predicted = comingExtractions(known, { announced, today: brasiliaDate(now), count: count + 1 });
  const confidences = measureConfidence(known, predicted.at(-1)?.ahead ?? 0);
  const coming = predicted.map((extraction) => {
    const confidence = confidences[extraction.ahead - 1] ?? null;
    return {
      ...extraction,
      runsAt: extractionTime(extraction.date, hours),
      confidence,
      isNumberKnown: isNumberKnown(extraction, confidence),
    };
  });
  const answered = sources.flatMap(({ answeredAt }) => (answeredAt ? [answeredAt.getTime()] : []));
  const next = nextUnknown(known, announced);
  return {
    known,
    reports,
    latestNumber: latest,
    hours,
    coming: coming.filter(({ runsAt }) => runsAt > now).slice(0, count),
    isFresh: isArchiveFresh(
      {
        answeredAt: answered.length > 0 ? new Date(Math.max(...answered)) : null,
        nextExpectedAt: next && extractionTime(next.date, hours),
      },
      now,
    ),
  };
}

/** The first extraction after the latest one of the archive, on any day. */
function nextUnknown(
  known: readonly Extraction[],
  announced: { number: number; date: string } | null,
): { date: string } | null {
  const today = known.at(-1)?.date;
  if (!today) return null;
  return comingExtractions(known, { announced, today, count: 1 })[0] ?? null;
}

export async function readArchive(platform: Deps): Promise<LotteryArchive> {
  const { db } = platform;
  const [lottery, sources] = await Promise.all([readLottery(platform), listSources(db)]);
  const newest = (reports: readonly SourcedExtraction[], name: string) =>
    reports.findLast(({ source }) => source === name)?.number ?? null;
  return {
    sources: sources.map(({ name, answeredAt, error }) => ({
      name,
      latestNumber: newest(lottery.reports, name),
      answeredAt: answeredAt?.toISOString() ?? null,
      error,
    })),
    latest: lottery.known
      .slice(-SHOWN)
      .toReversed()
      .map(({ number, date, prizes }) => ({
        number,
        date,
        prizes: prizes && [...prizes],
        sources: lottery.reports.filter((report) => report.number === number).map(({ source }) => source),
      })),
    anomalies: findArchiveAnomalies(lottery.reports).toReversed().slice(0, SHOWN),
    coming: describeComing(lottery),
    isFresh: lottery.isFresh,
  };
}

/** Half a year at two a week. */
const OFFERED = 52;

/** Extractions by which a rifa may be drawn. */
export async function listComing(platform: Deps): Promise<ComingExtractionView[]> {
  return describeComing(await readLottery(platform, OFFERED));
}

function describeComing({ coming }: Lottery): ComingExtractionView[] {
  return coming.map(({ number, date, runsAt, announced, confidence, isNumberKnown: isKnown }) => ({
    number,
    date,
    runsAt: runsAt.toISOString(),
    announced,
    confidence,
    isNumberKnown: isKnown,
  }));
}
