import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { OrderWork, PersonWork } from '@mare/contract/admin/bulk-actions.ts';
import type { OrderFilters } from '@mare/contract/admin/orders-admin.ts';
import type { PeopleFilters } from '@mare/contract/admin/people-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import { BULK_ITEMS_MAX, type BulkSubject, describeBulkAction } from '@mare/domain/admin/bulk-actions.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { compileOrderFilter } from '../orders/filter-orders.ts';
import { addOrderTagName } from '../orders/tag-orders.ts';
import { compilePeopleFilter } from '../people/people.queries.ts';
import { runBulkActionJob } from './run-bulk-action.job.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'>;

export type StartBulkResult = { ok: true } | { ok: false; code: 'SELECTION_EMPTY' | 'SELECTION_TOO_LARGE' };

/** Ids of the rows that a filter matches; null if it only finds similar names. */
type Selection = RawBuilder<{ id: string }> | null;

/** @returns at most one more than the limit of an action */
export async function countOrders(db: Kysely<DB>, filters: OrderFilters): Promise<number> {
  return countSelection(db, await selectOrders(db, filters));
}

/** @returns at most one more than the limit of an action */
export async function countPeople(db: Kysely<DB>, filters: PeopleFilters): Promise<number> {
  return countSelection(db, await selectPeople(db, filters));
}

/** Starts an action on the orders that currently match the filter. Idempotent by `id`. */
export async function startOrdersAction(
  deps: Deps,
  by: PanelUser,
  { id, filters, work }: { id: string; filters: OrderFilters; work: OrderWork },
): Promise<StartBulkResult> {
  const selection = await selectOrders(deps.db, filters);
  const action = { id, subject: 'orders', kind: work.kind, text: textOf(work), filters } as const;
  return start(deps, by, action, selection, async (trx) => {
    if (work.kind === 'tag') await addOrderTagName(trx, work.tag, work.colour);
  });
}

/** Starts an action on the people who currently match the filter. Idempotent by `id`. */
export async function startPeopleAction(
  deps: Deps,
  by: PanelUser,
  { id, filters, work }: { id: string; filters: PeopleFilters; work: PersonWork },
): Promise<StartBulkResult> {
  const selection = await selectPeople(deps.db, filters);
  return start(deps, by, { id, subject: 'people', kind: work.kind, text: work.tag, filters }, selection);
}

interface NewAction {
  id: string;
  subject: BulkSubject;
  kind: OrderWork['kind'];
  text: string;
  filters: object;
}

/** Rolls the transaction back. */
class SelectionRejected extends Error {
  readonly code: 'SELECTION_EMPTY' | 'SELECTION_TOO_LARGE';

  constructor(code: SelectionRejected['code']) {
    super(code);
    this.code = code;
  }
}

async function start(
  { db, clock, jobs }: Deps,
  by: PanelUser,
  { filters, ...action }: NewAction,
  selection: Selection,
  prepare?: (trx: Transaction<DB>) => Promise<void>,
): Promise<StartBulkResult> {
  if (!selection) return { ok: false, code: 'SELECTION_EMPTY' };
  try {
    await db.transaction().execute(async (trx) => {
      const added = await trx
        .insertInto('bulkActions')
        .values({ ...action, total: 0, createdBy: by.userId, createdAt: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows === 0n) return;
      await prepare?.(trx);
      const total = await freezeItems(trx, action.id, selection);
      await recordActivity(
        trx,
        { clock },
        {
          ...by,
          action: `bulk-${action.kind}`,
          entityType: action.subject === 'orders' ? 'order' : 'person',
          description: describeBulkAction(action, total),
          details: { id: action.id, text: action.text, filters },
        },
      );
      await jobs.enqueue(trx, runBulkActionJob, { actionId: action.id });
    });
  } catch (error) {
    if (error instanceof SelectionRejected) return { ok: false, code: error.code };
    throw error;
  }
  return { ok: true };
}

/** @returns their number */
async function freezeItems(
  trx: Transaction<DB>,
  actionId: string,
  selection: RawBuilder<{ id: string }>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into bulk_action_items (action_id, item_id)
    select ${actionId}::uuid, found.id from (${selection} limit ${sql.lit(BULK_ITEMS_MAX + 1)}) found`.execute(
    trx,
  );
  const total = Number(numAffectedRows);
  if (total === 0) throw new SelectionRejected('SELECTION_EMPTY');
  if (total > BULK_ITEMS_MAX) throw new SelectionRejected('SELECTION_TOO_LARGE');
  await trx.updateTable('bulkActions').set({ total }).where('id', '=', actionId).execute();
  return total;
}

function textOf(work: OrderWork): string {
  if (work.kind === 'note') return work.note;
  return work.kind === 'receipt' ? '' : work.tag;
}

async function selectOrders(db: Kysely<DB>, filters: OrderFilters): Promise<Selection> {
  const { condition, isSimilar } = await compileOrderFilter(db, filters);
  return isSimilar ? null : sql`select orders.id from orders where ${condition}`;
}

async function selectPeople(db: Kysely<DB>, filters: PeopleFilters): Promise<Selection> {
  const { condition, isSimilar } = await compilePeopleFilter(db, filters);
  return isSimilar ? null : sql`select profiles.id from profiles where ${condition}`;
}

async function countSelection(db: Kysely<DB>, selection: Selection): Promise<number> {
  if (!selection) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${selection} limit ${sql.lit(BULK_ITEMS_MAX + 1)}) found`.execute(db);
  return rows[0]!.count;
}
