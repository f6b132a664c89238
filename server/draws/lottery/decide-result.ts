/** Decisions of admins about recorded results. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { CHECK_WAIT_HOURS, standingOfTypedResult } from '@mare/domain/draws/lottery/typed-result.ts';
import { extractionTime } from '@mare/domain/draws/lottery/lottery-hours.ts';
import { isSamePerson } from '../../accounts/persons/is-same-person.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { approve, type ApproveResult, closeApprovals, requestApproval } from '../../approvals/approvals.ts';
import { type ApprovalHandler } from '../../approvals/execute-approvals.ts';
import type { Platform } from '../../platform/platform.ts';
import { listReports } from '../archive/archive.queries.ts';
import { findLotteryHours } from '../archive/find-lottery-hours.ts';
import { OFFICIAL_SOURCE } from '../archive/source.ts';
import { applyResult } from './apply-result.ts';
import { isUnconfirmed, lockConfirmed, lockPending } from './results.queries.ts';

export interface Decision {
  resultId: string;
  userId: string;
}

export type ConfirmResult =
  /** Null: it counts now. Otherwise when it will count, unless an admin cancels it. */
  | { ok: true; effectiveAt: Date | null }
  | {
      ok: false;
      code: 'NOT_PENDING' | 'ALREADY_REQUESTED' | Extract<ApproveResult, { ok: false }>['code'];
    };

/**
 * Confirms a result. The first official one counts at once. A typed result, and one that corrects a confirmed result,
 * count under the two-person rule.
 */
export async function confirmResult(platform: Platform, decision: Decision): Promise<ConfirmResult> {
  const { resultId, userId } = decision;
  const approvalId = await findApprovalOfTyped(platform.db, resultId);
  if (approvalId) return approve(platform, { id: approvalId, userId });
  return platform.db.transaction().execute(async (trx) => {
    const result = await lockPending(trx, resultId);
    if (!result) return { ok: false, code: 'NOT_PENDING' };
    // In rows of an earlier version, an admin fetched the result and may not confirm it.
    if (result.enteredBy && (await isSamePerson(trx, result.enteredBy, userId)))
      return { ok: false, code: 'SAME_PERSON' };
    const replaced = await lockConfirmed(trx, result.extraction);
    if (replaced === undefined && result.source === 'official') {
      await applyResult(trx, platform, result, userId);
      return { ok: true, effectiveAt: null };
    }
    return requestApproval(trx, platform, {
      kind: replaced ? 'REPLACE_WINNER' : 'USE_TYPED_RESULT',
      subjectId: resultId,
      rifaId: null,
      extraction: result.extraction,
      payload: {},
      summary: `Corrigir o resultado da extração ${result.extraction} para ${result.prizes.join(', ')}.`,
      reason: 'A Loteria Federal publicou outro resultado desta extração.',
      requestedBy: userId,
    });
  });
}

async function findApprovalOfTyped(db: Platform['db'], resultId: string): Promise<string | null> {
  const row = await db
    .selectFrom('approvals')
    .select('id')
    .where('subjectId', '=', resultId)
    .where('kind', 'in', ['USE_TYPED_RESULT', 'REPLACE_WINNER'])
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row?.id ?? null;
}

export type RejectResult =
  | { ok: true }
  /** `OFFICIAL_DECIDES`: what the official source published cannot be rejected. */
  | { ok: false; code: 'NOT_PENDING' | 'OFFICIAL_DECIDES' };

/** Rejects a typed result; another may be typed. */
export function rejectResult(platform: Platform, { resultId, userId }: Decision): Promise<RejectResult> {
  return platform.db.transaction().execute(async (trx) => {
    const result = await lockPending(trx, resultId);
    if (!result) return { ok: false, code: 'NOT_PENDING' };
    if (result.source === 'official') return { ok: false, code: 'OFFICIAL_DECIDES' };
    await trx
      .updateTable('lotteryResults')
      .set({ state: 'rejected', decidedBy: userId, decidedAt: platform.clock.now() })
      .where('id', '=', resultId)
      .execute();
    await closeApprovals(trx, platform, { subjectId: resultId, code: 'RESULT_REJECTED', userId });
    await recordActivity(trx, platform, {
      userId,
      action: 'reject-lottery-result',
      entityType: 'lottery-result',
      entityId: resultId,
      description: `Resultado da extração ${result.extraction} recusado na conferência.`,
      details: { extraction: result.extraction, prizes: result.prizes },
    });
    return { ok: true };
  });
}

/** Confirms official results that no admin has checked within a day, so that admins cannot delay a draw. */
export async function confirmWaitingResults(platform: Platform): Promise<void> {
  const until = new Date(platform.clock.now().getTime() - CHECK_WAIT_HOURS * 3_600_000);
  const waiting = await platform.db
    .selectFrom('lotteryResults')
    .select('id')
    .where('state', '=', 'pending')
    .where('source', '=', 'official')
    .where('enteredAt', '<=', until)
    .execute();
  for (const { id } of waiting)
    await platform.db.transaction().execute(async (trx) => {
      const result = await lockPending(trx, id);
      if (result && !(await lockConfirmed(trx, result.extraction)))
        await applyResult(trx, platform, result, null);
    });
}

/** Carries out USE_TYPED_RESULT and REPLACE_WINNER. */
export function useResultHandler(platform: Platform): ApprovalHandler {
  return {
    async execute(trx, { subjectId, approvedBy }) {
      const result = await lockPending(trx, subjectId);
      if (!result) return { ok: false, code: 'NOT_PENDING' };
      const code = result.source === 'typed' ? await rejectTyped(trx, platform, result) : null;
      if (code) return { ok: false, code };
      await applyResult(trx, platform, result, approvedBy);
      return { ok: true };
    },
    async onDropped(trx, { subjectId }) {
      await trx
        .updateTable('lotteryResults')
        .set({ state: 'rejected', decidedAt: platform.clock.now() })
        .where('id', '=', subjectId)
        .where('state', '=', 'pending')
        .where('source', '=', 'typed')
        .execute();
    },
  };
}

/** The sources may have published, or a prize may have been delivered, since the result was typed. */
async function rejectTyped(
  trx: Transaction<DB>,
  platform: Platform,
  { extraction, drawnOn, prizes }: { extraction: number; drawnOn: string; prizes: string[] },
): Promise<string | null> {
  const replaced = await lockConfirmed(trx, extraction);
  if (replaced && !isUnconfirmed(replaced)) return 'OFFICIAL_DECIDES';
  if (replaced && (await hasDeliveredPrize(trx, replaced.id))) return 'PRIZE_DELIVERED';
  const reports = (await listReports(trx, extraction, extraction)).filter((report) => report.prizes);
  const official = reports.find(({ source }) => source === OFFICIAL_SOURCE)?.prizes ?? null;
  const extractionAt = extractionTime(drawnOn, await findLotteryHours(platform, trx));
  const standing = standingOfTypedResult(prizes, official, extractionAt, platform.clock.now());
  if (official !== null) return 'OFFICIAL_DECIDES';
  if (standing === 'PREVIEW' && !platform.config.demo) return 'TOO_EARLY';
  // A mirror cannot confirm a result, but if its prizes differ, the result waits for the official source.
  return reports.some((report) => report.prizes!.join() !== prizes.join()) ? 'SOURCES_DISAGREE' : null;
}

async function hasDeliveredPrize(trx: Transaction<DB>, resultId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('draws')
    .innerJoin('rifaWinners as winner', (join) =>
      join.onRef('winner.rifaId', '=', 'draws.rifaId').onRef('winner.drawVersion', '=', 'draws.version'),
    )
    .innerJoin('prizeClaims as claim', 'claim.winnerId', 'winner.id')
    .select('winner.id')
    .where('claim.state', '=', 'delivered')
    .where((eb) => eb(eb.val(resultId), '=', eb.fn.any('draws.resultIds')))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
