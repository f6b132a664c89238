/**
 * Actions under the two-person rule. A feature requests an action with its payload; the handler registered for its kind
 * carries it out, once a second admin has approved it or the public wait is over.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  type ApprovalKind,
  type ApprovalRejection,
  effectOfApproval,
  OPEN_APPROVAL_STATES,
  publicWaitEnds,
  rejectApprover,
  tenureSince,
} from '@mare/domain/approvals/two-person-rule.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { notifyAdmins } from '../notifications/notify-admins.ts';
import { defineEvent } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';

/** An action may be due; also runs every minute, for those whose wait is over. */
export const approvalDue = defineEvent('carry-out-approvals', { cron: '* * * * *' });

export interface ApprovalRequest {
  kind: ApprovalKind;
  subjectId: string;
  /** Public on this rifa's draw page. */
  rifaId: string | null;
  /** Public on the draw page of each rifa that this extraction concerns. */
  extraction?: number;
  payload: Record<string, unknown>;
  /** What it does, in Portuguese, for the panel. */
  summary: string;
  /** Shown in public. */
  reason: string;
  requestedBy: string;
  /** Not even an approval lets the action take effect earlier. */
  notBefore?: Date | null;
}

export type RequestApprovalResult =
  | { ok: true; id: string; effectiveAt: Date }
  /** An action of this kind on this subject is open. */
  | { ok: false; code: 'ALREADY_REQUESTED' };

/** Runs in the transaction that checks whether the action is possible at all. */
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

/** The action itself follows in `carryOutDue`. */
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
    const code = rejectApprover(approval.requestedBy, { userId, adminSince: approver.adminSince }, now);
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

export interface OpenAction {
  id: string;
  kind: ApprovalKind;
  subjectId: string;
  payload: unknown;
  reason: string;
  requestedBy: string;
  approvedBy: string | null;
}

export type CarriedOut =
  | { ok: true }
  /** Shown in public, and final unless it is to be tried again. */
  | { ok: false; code: string; isRetried?: boolean };

export interface ApprovalHandler {
  /**
   * Runs in the transaction that finishes the action, so it takes effect exactly once. A rejection undoes what the handler
   * wrote; an exception is tried again.
   */
  carryOut(trx: Transaction<DB>, action: OpenAction): Promise<CarriedOut>;
  /** The action was cancelled or rejected. */
  onDropped?(trx: Transaction<DB>, action: OpenAction): Promise<void>;
}

export type ApprovalHandlers = Readonly<Record<ApprovalKind, ApprovalHandler>>;

/**
 * Any admin may cancel an action until it takes effect, its own included.
 * @returns false when there is no such open action
 */
export function cancelApproval(
  platform: Pick<Platform, 'db' | 'clock'>,
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

/** Closes open actions on a subject that something else has decided. `code` says what, in public. */
export async function closeApprovals(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { subjectId, code }: { subjectId: string; code: string },
): Promise<void> {
  await trx
    .updateTable('approvals')
    .set({ state: 'failed', error: code, finishedAt: clock.now() })
    .where('subjectId', '=', subjectId)
    .where('state', 'in', OPEN_APPROVAL_STATES)
    .execute();
}

/** Carries out what is approved or has waited long enough. Each action has its own transaction. */
export async function carryOutDue(
  platform: Pick<Platform, 'db' | 'clock' | 'log'>,
  handlers: ApprovalHandlers,
): Promise<void> {
  const { db, clock, log } = platform;
  const due = await db
    .selectFrom('approvals')
    .select(['id', 'kind'])
    .where('state', 'in', OPEN_APPROVAL_STATES)
    .where('effectiveAt', '<=', clock.now())
    .orderBy('effectiveAt')
    .execute();
  for (const { id, kind } of due)
    try {
      await carryOut(platform, handlers, id);
    } catch (error) {
      log.error({ err: error, approval: id, kind }, 'approved action failed and is tried again');
    }
}

function carryOut(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  handlers: ApprovalHandlers,
  id: string,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const action = await lockOpen(trx, id);
    const now = clock.now();
    if (!action || action.effectiveAt > now) return;
    const gone = await rejectPeople(trx, action, now);
    const outcome: CarriedOut = gone ? { ok: false, code: gone } : await runHandler(trx, handlers, action);
    const error = outcome.ok ? null : outcome.code;
    if (!outcome.ok && outcome.isRetried) {
      await trx.updateTable('approvals').set({ error }).where('id', '=', id).execute();
      return;
    }
    await trx
      .updateTable('approvals')
      .set({ state: outcome.ok ? 'done' : 'failed', error, finishedAt: now })
      .where('id', '=', id)
      .execute();
    if (!outcome.ok) await handlers[action.kind].onDropped?.(trx, action);
  });
}

async function runHandler(
  trx: Transaction<DB>,
  handlers: ApprovalHandlers,
  action: OpenAction,
): Promise<CarriedOut> {
  await sql`savepoint carry_out`.execute(trx);
  const outcome = await handlers[action.kind].carryOut(trx, action);
  if (!outcome.ok) await sql`rollback to savepoint carry_out`.execute(trx);
  return outcome;
}

/** Both people must still be admins when the action takes effect. */
async function rejectPeople(trx: Transaction<DB>, action: OpenAction, now: Date): Promise<string | null> {
  if (!(await findAdmin(trx, action.requestedBy, now))) return 'REQUESTER_NOT_ADMIN';
  if (action.approvedBy && !(await findAdmin(trx, action.approvedBy, now))) return 'APPROVER_NOT_ADMIN';
  return null;
}

async function lockOpen(
  trx: Transaction<DB>,
  id: string,
): Promise<(OpenAction & { summary: string; effectiveAt: Date }) | undefined> {
  const row = await trx
    .selectFrom('approvals')
    .select(['id', 'kind', 'subjectId', 'payload', 'reason', 'requestedBy', 'approvedBy'])
    .select(['summary', 'effectiveAt'])
    .where('id', '=', id)
    .where('state', 'in', OPEN_APPROVAL_STATES)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as ApprovalKind };
}

/** An admin who can sign in. */
function findAdmin(trx: Transaction<DB>, userId: string, now: Date) {
  return selectAdmins(trx, now).where('profiles.id', '=', userId).executeTakeFirst();
}

function selectAdmins(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('profiles')
    .leftJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select(['profiles.id', 'profiles.adminSince'])
    .where('profiles.role', '=', 'admin')
    .where('profiles.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('auth.users.bannedUntil', 'is', null), eb('auth.users.bannedUntil', '<=', now)]),
    );
}

/** How many other admins can approve what this admin asks for: now, and once their tenure is long enough. */
export async function countApprovers(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
): Promise<{ now: number; later: number }> {
  const now = clock.now();
  const others = await selectAdmins(db, now).where('profiles.id', '!=', userId).execute();
  const since = tenureSince(now);
  const established = others.filter(({ adminSince }) => adminSince !== null && adminSince <= since);
  return { now: established.length, later: others.length - established.length };
}
