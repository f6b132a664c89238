import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { extractionTime } from '@mare/domain/draws/lottery/lottery-hours.ts';
import { officialWaitEnds } from '@mare/domain/draws/lottery/typed-result.ts';
import { readTypedPrizes } from '@mare/domain/draws/lottery/official-result.ts';
import { requestApproval } from '../../approvals/approvals.ts';
import type { Platform } from '../../platform/platform.ts';
import { listReports } from '../archive/archive.queries.ts';
import { findLotteryHours } from '../archive/find-lottery-hours.ts';
import { OFFICIAL_SOURCE } from '../archive/source.ts';
import { findConcernedRifas } from '../deciding-results.ts';
import { insertResult, type RecordError, type RecordResult, rejectResult } from './record-result.ts';
import { isUnconfirmed, type LockedResult, lockResults } from './results.queries.ts';

export interface TypedResult {
  extraction: number;
  /** ISO date. */
  drawnOn: string;
  /** First to fifth prize, as typed. */
  prizes: string[];
  /** Where it was read, or why a confirmed result is corrected. Public. */
  note: string;
  userId: string;
}

/**
 * Records a typed result. It is a preview: it counts only under the two-person rule, once the official source has not
 * published for the declared time. In the demonstration, where rehearsals have no official source, that time is zero.
 */
export function recordTypedResult(platform: Platform, typed: TypedResult): Promise<RecordResult> {
  return platform.db.transaction().execute(async (trx) => {
    const { extraction, drawnOn, note, userId } = typed;
    const prizes = readTypedPrizes(typed.prizes);
    if (!prizes) return { ok: false, code: 'MALFORMED' };
    const results = await lockResults(trx, extraction);
    const hours = await findLotteryHours(platform, trx);
    const dates = await expectedDates(trx, extraction, platform.clock.now());
    if (dates === null) return { ok: false, code: 'NOT_AWAITED' };
    if (dates.some((date) => date !== drawnOn)) return { ok: false, code: 'OTHER_DATE' };
    const code =
      (await rejectTyped(trx, extraction, results)) ??
      rejectResult(platform, hours, results, { drawnOn, prizes });
    if (code) return { ok: false, code };
    const resultId = await insertResult(trx, platform, results, {
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
    if (!resultId) return { ok: false, code: 'ALREADY_PENDING' };
    const corrects = results.some(({ state }) => state === 'confirmed');
    await requestApproval(trx, platform, {
      kind: corrects ? 'REPLACE_WINNER' : 'USE_TYPED_RESULT',
      subjectId: resultId,
      rifaId: null,
      extraction,
      payload: {},
      summary: corrects
        ? `Corrigir o resultado da extração ${extraction} para ${prizes.join(', ')}.`
        : `Sortear com o resultado digitado da extração ${extraction}: ${prizes.join(', ')}.`,
      reason: note,
      requestedBy: userId,
      notBefore: platform.config.demo ? null : officialWaitEnds(extractionTime(drawnOn, hours)),
    });
    return { ok: true, resultId };
  });
}

/** The official result decides as soon as it is known. */
async function rejectTyped(
  trx: Transaction<DB>,
  extraction: number,
  results: readonly LockedResult[],
): Promise<RecordError | null> {
  const confirmed = results.find(({ state }) => state === 'confirmed');
  const pending = results.find(({ state }) => state === 'pending');
  if (confirmed && !isUnconfirmed(confirmed)) return 'OFFICIAL_DECIDES';
  if (pending?.source === 'official') return 'OFFICIAL_DECIDES';
  const reports = await listReports(trx, extraction, extraction);
  const official = reports.find(({ source, prizes }) => source === OFFICIAL_SOURCE && prizes !== null);
  return official ? 'OFFICIAL_DECIDES' : null;
}

/**
 * Days on which an extraction may have run: as reported by the sources, else the sealed day. Empty for an extraction
 * that follows a sealed one; null when no rifa waits for it.
 */
async function expectedDates(trx: Transaction<DB>, extraction: number, now: Date): Promise<string[] | null> {
  const rifas = await findConcernedRifas(trx, extraction, now);
  if (rifas.length === 0) return null;
  const [reported] = await listReports(trx, extraction, extraction);
  if (reported) return [reported.date];
  const sealed = rifas.filter((rifa) => rifa.extraction === extraction);
  return [...new Set(sealed.map((rifa) => rifa.extractionDate))];
}
