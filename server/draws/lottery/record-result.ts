/** Records results of extractions: as an admin types them, or as the official source published them. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery-calendar.ts';
import { extractionTime, type LotteryHours } from '@mare/domain/draws/lottery/lottery-hours.ts';
import { officialWaitEnds } from '@mare/domain/draws/lottery/typed-result.ts';
import { readOfficialResult, readTypedPrizes, type ResultError } from '@mare/domain/draws/official-result.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { closeApprovals, requestApproval } from '../../approvals/approvals.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import type { Platform } from '../../platform/platform.ts';
import { listReports } from '../archive/archive.queries.ts';
import { findLotteryHours } from '../archive/find-lottery-hours.ts';
import { OFFICIAL_SOURCE } from '../archive/source.ts';
import { findConcernedRifas } from '../deciding-results.ts';
import { applyResult } from './apply-result.ts';
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

export interface OfficialEvidence {
  extraction: number;
  url: string;
  /** As received. */
  body: string;
}

export type RecordError =
  | ResultError
  /** No sealed rifa waits for this extraction or was drawn by it. */
  | 'NOT_AWAITED'
  /** The extraction cannot have run yet. */
  | 'TOO_EARLY'
  /** Another result waits for a decision. */
  | 'ALREADY_PENDING'
  /** It equals the confirmed result. */
  | 'UNCHANGED'
  /** The official result is known: a typed one cannot count. */
  | 'OFFICIAL_DECIDES';

export type RecordResult = { ok: true; resultId: string } | { ok: false; code: RecordError };

/**
 * Records a typed result. It is a preview: it draws only under the two-person rule, once the official source has stayed
 * away for the declared time. In the demonstration, which has no official source for a rehearsal, that time is zero.
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
 * Records the official result, whatever day the lottery has run the extraction on: the declared clause decides what that
 * means for a rifa. Compared with what was typed: agreement confirms it, a difference makes the official result count and
 * reopens every draw by the typed one. A first result waits for an admin's look, a corrected one for two people.
 */
export function recordOfficialResult(platform: Platform, evidence: OfficialEvidence): Promise<RecordResult> {
  return platform.db.transaction().execute(async (trx) => {
    const { extraction, url, body } = evidence;
    const results = await lockResults(trx, extraction);
    const hours = await findLotteryHours(platform, trx);
    const concerned = await findConcernedRifas(trx, extraction, platform.clock.now());
    if (concerned.length === 0 && !results.some(isOpenOrConfirmed)) return { ok: false, code: 'NOT_AWAITED' };
    const read = readOfficialResult(body, { extraction, date: null });
    if (!read.ok) return read;
    const { date: drawnOn, prizes } = read.result;
    const official = { drawnOn, prizes };
    const confirmed = results.find(({ state }) => state === 'confirmed');
    const pending = results.find(({ state }) => state === 'pending');
    const evidenceKept = { sourceUrl: url, rawBody: body, rawHash: sha256Hex(body) };
    if (confirmed && isUnconfirmed(confirmed) && isSame(confirmed, official)) {
      await recordAgreement(trx, platform, confirmed, extraction, evidenceKept);
      if (pending) await dropPending(trx, platform, pending);
      return { ok: true, resultId: confirmed.id };
    }
    // Never stays beside other official bytes.
    const isStale = pending !== undefined && (pending.source === 'typed' || !isSame(pending, official));
    if (isStale) await dropPending(trx, platform, pending);
    const left = isStale ? results.filter(({ id }) => id !== pending.id) : results;
    const code = rejectResult(platform, hours, left, official);
    if (code) return { ok: false, code };
    const resultId = await insertResult(trx, platform, results, {
      ...official,
      ...evidenceKept,
      extraction,
      note: null,
      enteredBy: null,
      source: 'official',
    });
    if (!resultId) return { ok: false, code: 'ALREADY_PENDING' };
    const inserted = { id: resultId, extraction, prizes };
    if (confirmed && isUnconfirmed(confirmed)) {
      await applyResult(trx, platform, inserted, null);
      await notifyOfDifference(trx, platform, inserted);
    } else if (pending?.source === 'typed' && isSame(pending, official))
      await applyResult(trx, platform, inserted, pending.enteredBy);
    else await askForCheck(trx, platform, inserted, confirmed !== undefined);
    return { ok: true, resultId };
  });
}

function isOpenOrConfirmed({ state }: LockedResult): boolean {
  return state === 'pending' || state === 'confirmed';
}

interface Said {
  drawnOn: string;
  prizes: readonly string[];
}

function isSame(one: Said, other: Said): boolean {
  return one.drawnOn === other.drawnOn && one.prizes.join() === other.prizes.join();
}

/** The typed result that has drawn is right: it keeps the official bytes as its evidence. */
async function recordAgreement(
  trx: Transaction<DB>,
  platform: Platform,
  { id }: LockedResult,
  extraction: number,
  evidence: { sourceUrl: string; rawBody: string; rawHash: string },
): Promise<void> {
  await trx
    .updateTable('lotteryResults')
    .set({ ...evidence, officialAgreedAt: platform.clock.now() })
    .where('id', '=', id)
    .execute();
  await recordActivity(trx, platform, {
    userId: null,
    action: 'agree-lottery-result',
    entityType: 'lottery-result',
    entityId: id,
    description: `A fonte oficial confirmou o resultado digitado da extração ${extraction}.`,
    details: { extraction, rawHash: evidence.rawHash },
  });
}

/** The official bytes decide instead. */
async function dropPending(trx: Transaction<DB>, platform: Platform, { id }: LockedResult): Promise<void> {
  await trx
    .updateTable('lotteryResults')
    .set({ state: 'rejected', decidedAt: platform.clock.now() })
    .where('id', '=', id)
    .execute();
  await closeApprovals(trx, platform, { subjectId: id, code: 'OFFICIAL_DECIDES' });
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

function rejectResult(
  { config, clock }: Platform,
  hours: LotteryHours,
  results: readonly LockedResult[],
  said: Said,
): RecordError | null {
  // In the demonstration a draw can be rehearsed before its day.
  if (!config.demo && !hasRun(said.drawnOn, clock.now(), hours)) return 'TOO_EARLY';
  if (results.some(({ state }) => state === 'pending')) return 'ALREADY_PENDING';
  const confirmed = results.find(({ state }) => state === 'confirmed');
  return confirmed && isSame(confirmed, said) ? 'UNCHANGED' : null;
}

/** @returns its id; null when a concurrent call has recorded one */
async function insertResult(
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

function askForCheck(
  trx: Transaction<DB>,
  platform: Platform,
  { id, extraction }: { id: string; extraction: number },
  corrects: boolean,
): Promise<void> {
  return notifyAdmins(trx, platform, {
    type: 'warning',
    title: corrects ? 'A Loteria Federal corrigiu um resultado' : 'Um resultado espera conferência',
    message: corrects
      ? `A fonte oficial agora publica outro resultado da extração ${extraction}. A correção precisa de duas pessoas.`
      : `O resultado da extração ${extraction} chegou da fonte oficial. Confira e confirme; sem isso, ele vale sozinho em 24 horas.`,
    data: { href: '/admin/sorteios' },
    deduplicationKey: `result-to-confirm:${id}`,
  });
}

function notifyOfDifference(
  trx: Transaction<DB>,
  platform: Platform,
  { id, extraction }: { id: string; extraction: number },
): Promise<void> {
  return notifyAdmins(trx, platform, {
    type: 'warning',
    title: 'O resultado digitado estava errado',
    message: `A fonte oficial publicou outro resultado da extração ${extraction}. Os sorteios feitos com o resultado digitado foram reabertos e serão apurados de novo.`,
    data: { href: '/admin/sorteios' },
    deduplicationKey: `result-differs:${id}`,
  });
}

function hasRun(date: string, now: Date, hours: LotteryHours): boolean {
  return date <= brasiliaDate(now) && now >= extractionTime(date, hours);
}
