import { sql } from 'kysely';
import {
  type BulkKind,
  type BulkSubject,
  describeBulkAction,
  undoingKind,
} from '@mare/domain/admin/bulk-actions.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { runBulkActionJob } from './run-bulk-action.job.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'>;

interface ActionKey {
  subject: BulkSubject;
  id: string;
}

const entityOf = (subject: BulkSubject) => (subject === 'orders' ? 'order' : 'person');

/**
 * Stops an action before its remaining items. Idempotent.
 * @returns false for an unknown action
 */
export async function stopBulkAction(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: PanelUser,
  { subject, id }: ActionKey,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const action = await trx
      .selectFrom('bulkActions')
      .select(['state', 'done', 'skipped', 'total'])
      .where('id', '=', id)
      .where('subject', '=', subject)
      .forUpdate()
      .executeTakeFirst();
    if (!action) return false;
    if (action.state !== 'running') return true;
    await trx
      .updateTable('bulkActions')
      .set({ state: 'stopped', finishedAt: clock.now() })
      .where('id', '=', id)
      .execute();
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'stop-bulk-action',
        entityType: entityOf(subject),
        description: `Parou uma ação em lote: ${action.done + action.skipped} de ${action.total} já tinham passado.`,
        details: { id },
      },
    );
    return true;
  });
}

export type UndoBulkResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'CANNOT_UNDO' };

/** Undoes an action once, by running the opposite action on exactly the items that it changed. */
export async function undoBulkAction(
  { db, clock, jobs }: Deps,
  by: PanelUser,
  { subject, id, undoId }: ActionKey & { undoId: string },
): Promise<UndoBulkResult> {
  return db.transaction().execute(async (trx) => {
    const action = await trx
      .selectFrom('bulkActions')
      .select(['state', 'kind', 'text', 'done', 'undoes'])
      .where('id', '=', id)
      .where('subject', '=', subject)
      .forUpdate()
      .executeTakeFirst();
    if (!action) return { ok: false, code: 'NOT_FOUND' };
    const kind = undoingKind(action.kind as BulkKind);
    const { done: total, text } = action;
    if (action.state === 'running' || action.undoes || total === 0 || !kind)
      return { ok: false, code: 'CANNOT_UNDO' };
    const added = await trx
      .insertInto('bulkActions')
      .values({
        id: undoId,
        subject,
        kind,
        text,
        total,
        undoes: id,
        createdBy: by.userId,
        createdAt: clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) return { ok: false, code: 'CANNOT_UNDO' };
    await sql`insert into bulk_action_items (action_id, item_id)
      select ${undoId}::uuid, item_id from bulk_action_items where action_id = ${id} and outcome = 'done'`.execute(
      trx,
    );
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'undo-bulk-action',
        entityType: entityOf(subject),
        description: `Desfez uma ação em lote. ${describeBulkAction({ subject, kind, text }, total)}`,
        details: { id: undoId, undoes: id },
      },
    );
    await jobs.enqueue(trx, runBulkActionJob, { actionId: undoId });
    return { ok: true };
  });
}
