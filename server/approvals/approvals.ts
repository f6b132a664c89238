/**
 * Requests, approves and cancels actions under the two-person rule. The handler registered for an action's kind carries
 * it out (`execute-approvals.ts`), once a second admin has approved it or the public wait is over.
 */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  type ApprovalKind,
  type ApprovalRejection,
  effectOfApproval,
  OPEN_APPROVAL_STATES,
  publicWaitEnds,
  rejectApprover,
} from '@mare/domain/approvals/two-person-rule.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { notifyAdmins } from '../notifications/notify-admins.ts';
import { defineEvent } from '../platform/jobs/define-job.ts';
import type { Platform } from '../platform/platform.ts';
import { findAdmin, findPerson } from './find-admins.ts';
import { type ApprovalHandlers, lockOpen } from './execute-approvals.ts';
import { notifyOutcome } from './notify-outcome.ts';

/** An action may be due. Also runs every minute, to find actions whose waiting time is over. */
export const approvalDue = defineEvent('carry-out-approvals', { everyMinutes: 1 });

export interface ApprovalRequest {
  kind: ApprovalKind;
  subjectId: string;
  /** Public on this rifa's draw page. */
  rifaId: string | null;
  /** Public on the draw page of each rifa that this extraction concerns. */
  extraction?: number;
  payload: Record<string, unknown>;
  /** Description in Portuguese, for the panel. */
  summary: string;
  /** Shown in public. */
  reason: string;
  requestedBy: string;
  /** Earliest effect, even if approved before. */
  notBefore?: Date | null;
}

export type RequestApprovalResult =
  | { ok: true; id: string; effectiveAt: Date }
  /** An action of this kind on this subject is open. */
  | { ok: false; code: 'ALREADY_REQUESTED' };

/** Runs in the transaction of the request and checks whether the action is possible. */
export async function requestApproval(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  request: ApprovalRequest,
): Promise<RequestApprovalResult> {
  const id = platform.random.uuid();
  const requestedAt = platform.clock.now();
  const effectiveAt = publicWaitEnds(requestedAt, request.notBefore);
  const created = await trx
    .insertInto('approvals')
    .values({ ...request, id, payload: JSON.stringify(request.payload), requestedAt, effectiveAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return { ok: false, code: 'ALREADY_REQUESTED' };
  await recordActivity(trx, platform, {
    userId: request.requestedBy,
    action: 'request-approval',
    entityType: 'approval',
    entityId: id,
    description: `Pediu: ${request.summary}`,
    details: { kind: request.kind, reason: request.reason, effectiveAt },
  });
  await notifyAdmins(
    trx,
    platform,
    {
      type: 'warning',
      title: 'Uma ação espera uma segunda pessoa',
      message: `${request.summary} Motivo: ${request.reason}`,
      data: { href: '/admin/aprovacoes' },
      deduplicationKey: `approval:${id}`,
    },
    request.requestedBy,
  );
  return { ok: true, id, effectiveAt };
}

export type ApproveResult = { ok: true; effectiveAt: Date } | { ok: false; code: ApprovalRejection };

/** `executeDueApprovals` executes the action later. */
export function approve(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  { id, userId }: { id: string; userId: string },
): Promise<ApproveResult> {
  const { db, clock, jobs } = platform;
  return db.transaction().execute(async (trx) => {
    const approval = await trx
      .selectFrom('approvals')
      .select(['requestedBy', 'notBefore', 'summary'])
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst();
    if (!approval) return { ok: false, code: 'NOT_WAITING' };
    const now = clock.now();
    const approver = await findAdmin(trx, userId, now);
    if (!approver?.adminSince) return { ok: false, code: 'NOT_ADMIN' };
    const requester = await findPerson(trx, approval.requestedBy);
    const code = rejectApprover(requester, { ...approver, adminSince: approver.adminSince }, now);
    if (code) return { ok: false, code };
    const effectiveAt = effectOfApproval(now, approval.notBefore);
    await trx
      .updateTable('approvals')
      .set({ state: 'approved', approvedBy: userId, decidedAt: now, effectiveAt })
      .where('id', '=', id)
      .execute();
    await jobs.enqueue(trx, approvalDue, {});
    await recordActivity(trx, platform, {
      userId,
      action: 'approve',
      entityType: 'approval',
      entityId: id,
      description: `Aprovou: ${approval.summary}`,
    });
    return { ok: true, effectiveAt };
  });
}

/**
 * Any admin may cancel an action until it takes effect, including the requester.
 * @returns false when there is no such open action
 */
export function cancelApproval(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  handlers: ApprovalHandlers,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  return platform.db.transaction().execute(async (trx) => {
    const action = await lockOpen(trx, id);
    if (!action) return false;
    const now = platform.clock.now();
    await trx
      .updateTable('approvals')
      .set({ state: 'cancelled', cancelledBy: userId, finishedAt: now })
      .where('id', '=', id)
      .execute();
    await handlers[action.kind].onDropped?.(trx, action);
    if (userId !== action.requestedBy) await notifyOutcome(trx, platform, action, 'rejected');
    await recordActivity(trx, platform, {
      userId,
      action: 'cancel-approval',
      entityType: 'approval',
      entityId: id,
      description: `Cancelou o pedido: ${action.summary}`,
    });
    return true;
  });
}

/**
 * Closes open requests on a subject that was decided in another way. `code` is the public reason; `userId` the person
 * who decided, if any.
 */
export async function closeApprovals(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  { subjectId, code, userId }: { subjectId: string; code: string; userId?: string },
): Promise<void> {
  const closed = await trx
    .updateTable('approvals')
    .set({ state: 'failed', error: code, finishedAt: platform.clock.now() })
    .where('subjectId', '=', subjectId)
    .where('state', 'in', OPEN_APPROVAL_STATES)
    .returning(['id', 'summary', 'requestedBy', 'approvedBy'])
    .execute();
  for (const action of closed)
    if (action.requestedBy !== userId) await notifyOutcome(trx, platform, action, 'failed');
}
