/** Validation and storage shared by typed and official lottery results. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { extractionTime, type LotteryHours } from '@mare/domain/draws/lottery/lottery-hours.ts';
import type { ResultError } from '@mare/domain/draws/lottery/official-result.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LockedResult } from './results.queries.ts';

export type RecordError =
  | ResultError
  /** No sealed rifa waits for this extraction or was drawn by it. */
  | 'NOT_AWAITED'
  /** The extraction cannot have run yet. */
  | 'TOO_EARLY'
  /** Another result waits for a decision. */
  | 'ALREADY_PENDING'
  /** The result equals the confirmed one. */
  | 'UNCHANGED'
  /** The official result is known: a typed one cannot count. */
  | 'OFFICIAL_DECIDES';

export type RecordResult = { ok: true; resultId: string } | { ok: false; code: RecordError };

/** Result reported by a source. */
interface Reported {
  /** ISO date. */
  drawnOn: string;
  prizes: readonly string[];
}

export function isSame(one: Reported, other: Reported): boolean {
  return one.drawnOn === other.drawnOn && one.prizes.join() === other.prizes.join();
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

export function rejectResult(
  { config, clock }: Platform,
  hours: LotteryHours,
  results: readonly LockedResult[],
  reported: Reported,
): RecordError | null {
  // The demonstration can rehearse a draw before its day.
  if (!config.demo && !hasRun(reported.drawnOn, clock.now(), hours)) return 'TOO_EARLY';
  if (results.some(({ state }) => state === 'pending')) return 'ALREADY_PENDING';
  const confirmed = results.find(({ state }) => state === 'confirmed');
  return confirmed && isSame(confirmed, reported) ? 'UNCHANGED' : null;
}

/** @returns its id; null when a concurrent call has recorded one */
export async function insertResult(
  trx: Transaction<DB>,
  platform: Platform,
  results: readonly LockedResult[],
  result: NewResult,
): Promise<string | null> {
  const id = platform.random.uuid();
  const stored = await trx
    .insertInto('lotteryResults')
    .values({ ...result, id, version: (results.at(-1)?.version ?? 0) + 1, enteredAt: platform.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return null;
  await recordActivity(trx, platform, {
    userId: result.enteredBy,
    action: 'enter-lottery-result',
    entityType: 'lottery-result',
    entityId: id,
    description: `Resultado da extração ${result.extraction} ${result.source === 'typed' ? 'digitado' : 'recebido da fonte oficial'}.`,
    details: {
      extraction: result.extraction,
      prizes: result.prizes,
      rawHash: result.rawHash,
      note: result.note,
    },
  });
  return id;
}

function hasRun(date: string, now: Date, hours: LotteryHours): boolean {
  return date <= brasiliaDate(now) && now >= extractionTime(date, hours);
}
