import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { readOfficialResult } from '@mare/domain/draws/lottery/official-result.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { recordResultEntry } from './record-result-entry.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { closeApprovals } from '../../approvals/approvals.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLotteryHours } from '../archive/find-lottery-hours.ts';
import { findConcernedRifas } from '../deciding-results.ts';
import { recordDrawNews } from '../news/record-draw-news.ts';
import { applyResult } from './apply-result.ts';
import { insertResult, isSame, type RecordResult, rejectResult } from './record-result.ts';
import { isUnconfirmed, type LockedResult, lockResults } from './results.queries.ts';

export interface OfficialEvidence {
  extraction: number;
  url: string;
  /** As received. */
  body: string;
}

/**
 * Records the official result, on whatever day the extraction ran: the declared clause decides what that means for a
 * rifa. Compares it with a typed result: if equal, it confirms the typed one; if different, the official result
 * counts and every draw by the typed one is repeated. A first result waits for an admin's check, a corrected one for
 * two people.
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
    // Never kept beside different official bytes.
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
    else await notifyAdminsOfPendingResult(trx, platform, inserted, confirmed !== undefined);
    return { ok: true, resultId };
  });
}

function isOpenOrConfirmed({ state }: LockedResult): boolean {
  return state === 'pending' || state === 'confirmed';
}

/** The typed result that was used for draws is right: the official bytes are stored as its evidence. */
async function recordAgreement(
  trx: Transaction<DB>,
  platform: Platform,
  { id }: LockedResult,
  extraction: number,
  evidence: { sourceUrl: string; rawBody: string; rawHash: string },
): Promise<void> {
  const now = platform.clock.now();
  const drawn = await lockDrawnRifas(trx, extraction, now, id);
  await trx
    .updateTable('lotteryResults')
    .set({ ...evidence, officialAgreedAt: now })
    .where('id', '=', id)
    .execute();
  await recordResultEntry(trx, now, id);
  for (const rifaId of drawn) await recordDrawNews(trx, platform, rifaId, { kind: 'agreed', extraction });
  await recordActivity(trx, platform, {
    userId: null,
    action: 'agree-lottery-result',
    entityType: 'lottery-result',
    entityId: id,
    description: `A fonte oficial confirmou o resultado digitado da extração ${extraction}.`,
    details: { extraction, rawHash: evidence.rawHash },
  });
}

/**
 * Waits for concurrent draws: each either used the typed mark, and its participants are notified that it is removed,
 * or never had it.
 */
async function lockDrawnRifas(
  trx: Transaction<DB>,
  extraction: number,
  now: Date,
  resultId: string,
): Promise<string[]> {
  const concerned = await findConcernedRifas(trx, extraction, now);
  if (concerned.length === 0) return [];
  const rifaIds = concerned.map(({ rifaId }) => rifaId);
  await trx.selectFrom('rifas').select('id').where('id', 'in', rifaIds).orderBy('id').forUpdate().execute();
  const drawn = await trx
    .selectFrom('draws')
    .select('rifaId')
    .distinct()
    .where('rifaId', 'in', rifaIds)
    .where(sql<boolean>`${resultId} = any(result_ids)`)
    .execute();
  return drawn.map(({ rifaId }) => rifaId);
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

function notifyAdminsOfPendingResult(
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
