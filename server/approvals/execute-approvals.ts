/** Executes actions under the two-person rule, by the handler registered for their kind. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type ApprovalKind, OPEN_APPROVAL_STATES } from '@mare/domain/approvals/two-person-rule.ts';
import type { Platform } from '../platform/platform.ts';
import { findAdmin } from './find-admins.ts';
import { notifyOutcome } from './notify-outcome.ts';

export interface OpenAction {
  id: string;
  kind: ApprovalKind;
  subjectId: string;
  payload: unknown;
  reason: string;
  requestedBy: string;
  approvedBy: string | null;
}

export type ExecutionResult =
  | { ok: true }
  /** Code of the rejection. It is public, and final unless the action is to be retried. */
  | { ok: false; code: string; isRetried?: boolean };

export interface ApprovalHandler {
  /**
   * Runs in the transaction that finishes the action, so it takes effect exactly once. A rejection rolls back what
   * the handler wrote; after an exception the action is retried.
   */
  execute(trx: Transaction<DB>, action: OpenAction): Promise<ExecutionResult>;
  /** The action was cancelled or rejected. */
  onDropped?(trx: Transaction<DB>, action: OpenAction): Promise<void>;
}

export type ApprovalHandlers = Readonly<Record<ApprovalKind, ApprovalHandler>>;

/** Executes actions that are approved or whose waiting time is over, each in its own transaction. */
export async function executeDueApprovals(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'random'>,
  handlers: ApprovalHandlers,
): Promise<void> {
  const { db, clock, log } = platform;
  const dueApprovals = await db
    .selectFrom('approvals')
    .select(['id', 'kind'])
    .where('state', 'in', OPEN_APPROVAL_STATES)
    .where('effectiveAt', '<=', clock.now())
    .orderBy('effectiveAt')
    .execute();
  for (const { id, kind } of dueApprovals)
    try {
      await execute(platform, handlers, id);
    } catch (error) {
      log.error({ err: error, approval: id, kind }, 'approved action failed and will be retried');
    }
}

function execute(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  handlers: ApprovalHandlers,
  id: string,
): Promise<void> {
  const { db, clock } = platform;
  return db.transaction().execute(async (trx) => {
    const action = await lockOpen(trx, id);
    const now = clock.now();
    if (!action || action.effectiveAt > now) return;
    const rejection = await rejectPeople(trx, action, now);
    const outcome: ExecutionResult = rejection
      ? { ok: false, code: rejection }
      : await runHandler(trx, handlers, action);
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
    await notifyOutcome(trx, platform, action, outcome.ok ? 'done' : 'failed');
  });
}

async function runHandler(
  trx: Transaction<DB>,
  handlers: ApprovalHandlers,
  action: OpenAction,
): Promise<ExecutionResult> {
  await sql`savepoint carry_out`.execute(trx);
  const outcome = await handlers[action.kind].execute(trx, action);
  if (!outcome.ok) await sql`rollback to savepoint carry_out`.execute(trx);
  return outcome;
}

/**
 * Requester and approver must still be admins and different persons when the action takes effect: their accounts may
 * have been joined since.
 */
async function rejectPeople(trx: Transaction<DB>, action: OpenAction, now: Date): Promise<string | null> {
  const requester = await findAdmin(trx, action.requestedBy, now);
  if (!requester) return 'REQUESTER_NOT_ADMIN';
  if (!action.approvedBy) return null;
  const approver = await findAdmin(trx, action.approvedBy, now);
  if (!approver) return 'APPROVER_NOT_ADMIN';
  return approver.personId === requester.personId ? 'SAME_PERSON' : null;
}

/** Locks an action that has not taken effect yet. */
export async function lockOpen(
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
