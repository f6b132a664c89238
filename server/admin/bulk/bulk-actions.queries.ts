import { type Kysely, sql } from 'kysely';
import type { BulkAction, BulkResults } from '@mare/contract/admin/bulk-actions.ts';
import type { DB } from '@mare/database/schema.ts';
import { type BulkSubject, undoingKind } from '@mare/domain/admin/bulk-actions.ts';

/** Actions shown: older ones are in the activity log. */
const SHOWN = 10;
const MAX_FAILED_ITEMS = 200;

/** The latest actions, newest first. */
export async function selectBulkActions(db: Kysely<DB>, subject: BulkSubject): Promise<BulkAction[]> {
  const rows = await db
    .selectFrom('bulkActions as action')
    .leftJoin('profiles', 'profiles.id', 'action.createdBy')
    .leftJoin('bulkActions as undo', 'undo.undoes', 'action.id')
    .select(['action.id', 'action.kind', 'action.text', 'action.state', 'action.total', 'action.done'])
    .select([
      'action.skipped',
      'action.createdAt',
      'action.undoes',
      'profiles.name as byName',
      'undo.id as undoId',
    ])
    .where('action.subject', '=', subject)
    .orderBy('action.createdAt', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ undoId, createdAt, ...row }) => {
    const kind = row.kind as BulkAction['kind'];
    const isUndoable = row.state !== 'running' && undoId === null && row.undoes === null && row.done > 0;
    return {
      ...row,
      kind,
      state: row.state as BulkAction['state'],
      createdAt: createdAt.toISOString(),
      canUndo: isUndoable && undoingKind(kind) !== null,
    };
  });
}

/**
 * Items that an action did not change; null for an unknown action.
 * @param withContact false leaves out the e-mail of people without a name
 */
export async function selectBulkResults(
  db: Kysely<DB>,
  subject: BulkSubject,
  id: string,
  withContact: boolean,
): Promise<BulkResults | null> {
  const action = await db
    .selectFrom('bulkActions')
    .select('id')
    .where('id', '=', id)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!action) return null;
  const name =
    subject === 'orders'
      ? sql`(select external_reference from orders where id = item_id)`
      : sql`(select coalesce(name, ${withContact ? sql`email` : null}, 'Sem nome') from profiles where id = item_id)`;
  const { rows } = await sql<BulkResults['left'][number]>`
    select item_id as id, coalesce(${name}, item_id::text) as name, outcome from bulk_action_items
    where action_id = ${id} and outcome is not null and outcome <> 'done'
    order by item_id limit ${sql.lit(MAX_FAILED_ITEMS)}`.execute(db);
  return { left: rows };
}
