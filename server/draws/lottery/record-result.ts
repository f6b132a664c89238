import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery-calendar.ts';
import { extractionTime, type LotteryHours } from '@mare/domain/draws/lottery/lottery-hours.ts';
import { readOfficialResult, readPrizes, type ResultError } from '@mare/domain/draws/official-result.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import type { Platform } from '../../platform/platform.ts';
import { listReports } from '../archive/archive.queries.ts';
import { findLotteryHours } from '../archive/find-lottery-hours.ts';
import { findConcernedRifas } from '../deciding-results.ts';

export interface TypedResult {
  extraction: number;
  /** ISO date. */
  drawnOn: string;
  /** First to fifth prize. */
  prizes: string[];
  /** Source of the result, or reason for correcting a confirmed one. */
  note: string;
  userId: string;
}

export interface OfficialEvidence {
  extraction: number;
  url: string;
  /** Stored as received. */
  body: string;
  /** Null when fetched by the job. */
  userId: string | null;
}

export type RecordError =
  | ResultError
  /** No sealed rifa waits for this extraction or was drawn by it. */
  | 'NOT_AWAITED'
  /** The extraction cannot have run yet. */
  | 'TOO_EARLY'
  /** Another entry awaits confirmation. */
  | 'ALREADY_PENDING'
  /** Equal to the confirmed result. */
  | 'UNCHANGED';

export type RecordResult = { ok: true; resultId: string } | { ok: false; code: RecordError };

/** Saves a typed result for another admin to confirm. */
export function recordTypedResult(platform: Platform, typed: TypedResult): Promise<RecordResult> {
  return platform.db.transaction().execute(async (trx) => {
    const dates = await expectedDates(trx, typed.extraction, platform.clock.now());
    const prizes = readPrizes(typed.prizes);
    if (!prizes) return { ok: false, code: 'MALFORMED' };
    if (dates === null) return { ok: false, code: 'NOT_AWAITED' };
    if (dates.some((date) => date !== typed.drawnOn)) return { ok: false, code: 'OTHER_DATE' };
    const { extraction, drawnOn, note, userId } = typed;
    return saveResult(trx, platform, {
      extraction,
      drawnOn,
      prizes,
      note,
      enteredBy: userId,
      source: 'typed',
      sourceUrl: null,
      rawBody: null,
      rawHash: null,
    });
  });
}

/** Saves a valid official result for an admin to confirm. */
export function recordOfficialResult(platform: Platform, evidence: OfficialEvidence): Promise<RecordResult> {
  return platform.db.transaction().execute(async (trx) => {
    const { extraction } = evidence;
    const rifas = await findConcernedRifas(trx, extraction, platform.clock.now());
    if (rifas.length === 0) return { ok: false, code: 'NOT_AWAITED' };
    // Any date is valid: the declared clause decides what it means for a rifa.
    const read = readOfficialResult(evidence.body, { extraction, date: null });
    if (!read.ok) return read;
    const { date, prizes } = read.result;
    return saveResult(trx, platform, {
      extraction,
      drawnOn: date,
      prizes,
      note: null,
      enteredBy: evidence.userId,
      source: 'official',
      sourceUrl: evidence.url,
      rawBody: evidence.body,
      rawHash: sha256Hex(evidence.body),
    });
  });
}

/**
 * Days on which an extraction may have run: as reported by the sources, else the sealed day. Empty for an extraction
 * that follows a sealed one; null when no rifa waits for it.
 */
async function expectedDates(trx: Transaction<DB>, extraction: number, now: Date): Promise<string[] | null> {
  const rifas = await findConcernedRifas(trx, extraction, now);
  if (rifas.length === 0) return null;
  const reported = (await listReports(trx, extraction)).find(({ number }) => number === extraction);
  if (reported) return [reported.date];
  const sealed = rifas.filter((rifa) => rifa.extraction === extraction);
  return [...new Set(sealed.map((rifa) => rifa.extractionDate))];
}

interface NewResult {
  extraction: number;
  drawnOn: string;
  prizes: string[];
  note: string | null;
  enteredBy: string | null;
  source: 'official' | 'typed';
  sourceUrl: string | null;
  rawBody: string | null;
  rawHash: string | null;
}

async function saveResult(
  trx: Transaction<DB>,
  platform: Platform,
  result: NewResult,
): Promise<RecordResult> {
  const now = platform.clock.now();
  // In the demonstration a draw can be rehearsed before its day.
  if (!platform.config.demo && !hasRun(result.drawnOn, now, await findLotteryHours(platform, trx)))
    return { ok: false, code: 'TOO_EARLY' };
  const earlier = await trx
    .selectFrom('lotteryResults')
    .select(['version', 'state', 'prizes', 'drawnOn'])
    .where('extraction', '=', result.extraction)
    .orderBy('version')
    .execute();
  if (earlier.some(({ state }) => state === 'pending')) return { ok: false, code: 'ALREADY_PENDING' };
  const confirmed = earlier.find(({ state }) => state === 'confirmed');
  if (confirmed?.drawnOn === result.drawnOn && confirmed.prizes.join() === result.prizes.join())
    return { ok: false, code: 'UNCHANGED' };
  const id = platform.random.uuid();
  const stored = await trx
    .insertInto('lotteryResults')
    .values({ ...result, id, version: (earlier.at(-1)?.version ?? 0) + 1, enteredAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return { ok: false, code: 'ALREADY_PENDING' };
  await recordActivity(trx, platform, {
    userId: result.enteredBy,
    action: 'enter-lottery-result',
    entityType: 'lottery-result',
    entityId: id,
    description: `Resultado da extração ${result.extraction} ${result.source === 'typed' ? 'digitado' : 'buscado no serviço oficial'}, à espera de conferência.`,
    details: {
      extraction: result.extraction,
      prizes: result.prizes,
      rawHash: result.rawHash,
      note: result.note,
    },
  });
  await notifyAdmins(
    trx,
    platform,
    {
      type: 'warning',
      title: 'Um resultado espera conferência',
      message: `O resultado da extração ${result.extraction} foi registrado. Confira com o da Loteria Federal e confirme.`,
      data: { href: '/admin/sorteios' },
      deduplicationKey: `result-to-confirm:${id}`,
    },
    result.enteredBy,
  );
  return { ok: true, resultId: id };
}

function hasRun(date: string, now: Date, hours: LotteryHours): boolean {
  return date <= brasiliaDate(now) && now >= extractionTime(date, hours);
}
