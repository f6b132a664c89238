/** Which confirmed results decide a sealed rifa, by the declared clause. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { agreedExtraction } from '@mare/domain/draws/lottery/archive-anomalies.ts';
import { type ClauseReason, findDecidingExtraction } from '@mare/domain/draws/lottery/declared-clause.ts';
import type { Extraction } from '@mare/domain/draws/lottery/extraction.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { listReports } from './archive/archive.queries.ts';
import { isUnconfirmed } from './lottery/results.queries.ts';
import { listSealedRifas, type SealedRifa } from './draws.queries.ts';

export interface ConfirmedResult {
  id: string;
  extraction: number;
  drawnOn: string;
  prizes: string[];
  /** Typed by an admin, and not yet confirmed by the official source. */
  isUnconfirmed: boolean;
}

export interface SealedFor {
  extraction: number;
  extractionDate: string;
  sealedAt: Date;
}

export interface DecidingResults {
  /** Confirmed, in the order in which the draw uses them. */
  results: ConfirmedResult[];
  /** The extraction whose result is needed next. */
  awaits: number;
  /** The extraction that decides or is expected to decide first. */
  first: number;
  /** Its complete result is known. */
  isDecided: boolean;
  /** Why the first of them decides or is expected to decide. */
  reason: ClauseReason;
  /** Inputs of the clause: every known extraction from the sealed number on. */
  known: Extraction[];
}

/**
 * The clause determines the first result. Rifas that continue until every prize has a winner then use the results of the
 * following extractions.
 */
export async function readDecidingResults(
  db: Kysely<DB>,
  seal: SealedFor,
  now: Date,
): Promise<DecidingResults> {
  const confirmed = await findConfirmedFrom(db, seal.extraction);
  const known = mergeKnown(seal.extraction, await listReports(db, seal.extraction), confirmed);
  const deciding = findDecidingExtraction(
    {
      number: seal.extraction,
      date: seal.extractionDate,
      sealedOn: brasiliaDate(seal.sealedAt),
    },
    known,
    brasiliaDate(now),
  );
  const { reason } = deciding;
  if (deciding.state === 'WAITING') {
    const { expected } = deciding;
    return { results: [], awaits: expected, first: expected, isDecided: false, reason, known };
  }
  const results: ConfirmedResult[] = [];
  const first = deciding.extraction.number;
  for (let awaits: number = first; ;) {
    const result = confirmed.find(({ extraction }) => extraction === awaits);
    if (!result) return { results, awaits, first, isDecided: true, reason, known };
    results.push(result);
    // Never past one whose prizes are incomplete: the next number decides.
    awaits += 1;
  }
}

/**
 * Only numbers known to the sources count as run: otherwise a typed result of another number could decide a rifa that
 * was not sealed for it. A confirmed result provides the prizes of the sealed number and of numbers that the sources
 * know.
 */
function mergeKnown(
  sealedNumber: number,
  reports: Awaited<ReturnType<typeof listReports>>,
  confirmed: readonly ConfirmedResult[],
): Extraction[] {
  const known = new Map<number, Extraction>();
  for (const [number, group] of Map.groupBy(reports, (report) => report.number))
    known.set(number, agreedExtraction(group));
  for (const { extraction, drawnOn, prizes } of confirmed)
    if (extraction === sealedNumber || known.has(extraction))
      known.set(extraction, { number: extraction, date: drawnOn, prizes });
  return [...known.values()].sort((one, other) => one.number - other.number);
}

async function findConfirmedFrom(db: Kysely<DB>, from: number): Promise<ConfirmedResult[]> {
  const rows = await db
    .selectFrom('lotteryResults')
    .select(['id', 'extraction', 'drawnOn', 'prizes', 'source', 'officialAgreedAt'])
    .where('extraction', '>=', from)
    .where('state', '=', 'confirmed')
    .orderBy('extraction')
    .execute();
  return rows.map(({ source, officialAgreedAt, ...result }) => ({
    ...result,
    isUnconfirmed: isUnconfirmed({ source, officialAgreedAt }),
  }));
}

/**
 * Rifas affected by a result of this extraction: waiting for it, or drawn by it, which a correction draws again.
 */
export async function findConcernedRifas(
  db: Kysely<DB>,
  extraction: number,
  now: Date,
): Promise<SealedRifa[]> {
  const concerned: SealedRifa[] = [];
  for (const rifa of await listSealedRifas(db, extraction)) {
    const { awaits, results } = await readDecidingResults(db, rifa, now);
    if (
      rifa.status === 'completed' ||
      rifa.extraction === extraction ||
      awaits === extraction ||
      results.some((result) => result.extraction === extraction)
    )
      concerned.push(rifa);
  }
  return concerned;
}
