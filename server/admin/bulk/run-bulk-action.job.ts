/**
 * Runs an action on its frozen list of items, in batches. The transaction that changes an item also writes its
 * outcome, so each item changes exactly once despite crashes or concurrent runs.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { BulkKind, BulkOutcome, BulkSubject } from '@mare/domain/admin/bulk-actions.ts';
import { recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import { sendOrderMailJob } from '../../orders/mails/send-order-mail.job.ts';
import { spend } from '../../platform/database/rate-limits.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { NOTE } from '../orders/order-parts.queries.ts';
import { textOf } from '../orders/read-order.ts';
import { setOrderTag } from '../orders/tag-orders.ts';
import { RECEIPTS_PER_ORDER } from '../orders/work-on-order.ts';
import { setPersonTag } from '../people/tag-people.ts';

/** Items per transaction; small, so that a stop takes effect at once. */
const ITEMS = 200;

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'>;

interface Action {
  id: string;
  subject: BulkSubject;
  kind: BulkKind;
  text: string;
  createdBy: string | null;
}

export const runBulkActionJob = defineJob(
  'run-bulk-action',
  {},
  async (deps: Deps, { actionId }: { actionId: string }) => {
    await deps.db.transaction().execute((trx) => runSome(deps, trx, actionId));
  },
);

async function runSome(deps: Deps, trx: Transaction<DB>, actionId: string): Promise<void> {
  // Locks the action: a second job, a stop and an undo wait for this transaction.
  const action = await trx
    .selectFrom('bulkActions')
    .select(['id', 'subject', 'kind', 'text', 'createdBy'])
    .where('id', '=', actionId)
    .where('state', '=', 'running')
    .forUpdate()
    .$castTo<Action>()
    .executeTakeFirst();
  if (!action) return;
  const items = await trx
    .selectFrom('bulkActionItems')
    .select('itemId')
    .where('actionId', '=', actionId)
    .where('outcome', 'is', null)
    .orderBy('itemId')
    .limit(ITEMS)
    .execute();
  const ids = items.map(({ itemId }) => itemId);
  const outcomes = await work(deps, trx, action, ids);
  await recordOutcomes(trx, actionId, outcomes);
  const done = outcomes.filter(([, outcome]) => outcome === 'done').length;
  const isLast = ids.length < ITEMS;
  await trx
    .updateTable('bulkActions')
    .set((eb) => ({
      done: eb('done', '+', done),
      skipped: eb('skipped', '+', outcomes.length - done),
      ...(isLast && { state: 'done', finishedAt: deps.clock.now() }),
    }))
    .where('id', '=', actionId)
    .execute();
  if (!isLast) await deps.jobs.enqueue(trx, runBulkActionJob, { actionId });
}

type Outcomes = [id: string, outcome: BulkOutcome][];

async function work(deps: Deps, trx: Transaction<DB>, action: Action, ids: string[]): Promise<Outcomes> {
  const { subject, kind, text } = action;
  switch (kind) {
    case 'tag':
    case 'untag': {
      const tag = subject === 'orders' ? setOrderTag : setPersonTag;
      const changed = new Set(await tag(trx, ids, text, kind === 'tag'));
      return ids.map((id) => [id, changed.has(id) ? 'done' : 'unchanged']);
    }
    case 'note':
      return addNotes(trx, action, ids);
    case 'receipt':
      return resendReceipts(deps, trx, action, ids);
  }
}

async function addNotes(trx: Transaction<DB>, { text, createdBy }: Action, ids: string[]): Promise<Outcomes> {
  const orders = await findOrders(trx, ids);
  const outcomes: Outcomes = [];
  for (const id of ids) {
    if (orders.has(id)) await recordOrderEvent(trx, id, NOTE, `staff:${createdBy}`, { note: text });
    outcomes.push([id, orders.has(id) ? 'done' : 'missing']);
  }
  return outcomes;
}

async function resendReceipts(
  { clock, jobs }: Deps,
  trx: Transaction<DB>,
  action: Action,
  ids: string[],
): Promise<Outcomes> {
  const orders = await findOrders(trx, ids);
  const outcomes: Outcomes = [];
  for (const id of ids) {
    const order = orders.get(id);
    if (!order) outcomes.push([id, 'missing']);
    else if (order.status !== 'paid' || !textOf(order.customer, 'email')) outcomes.push([id, 'no_receipt']);
    else if ((await spend(trx, clock, RECEIPTS_PER_ORDER, id)) !== null) outcomes.push([id, 'sent_often']);
    else outcomes.push([id, 'done']);
  }
  const mails = outcomes
    .filter(([, outcome]) => outcome === 'done')
    .map(([orderId]) => ({ orderId, kind: 'paid' as const, again: `${action.id}:${orderId}` }));
  await jobs.enqueueMany(trx, sendOrderMailJob, mails);
  return outcomes;
}

async function findOrders(trx: Kysely<DB>, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await trx
    .selectFrom('orders')
    .select(['id', 'status', 'customer'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function recordOutcomes(trx: Kysely<DB>, actionId: string, outcomes: Outcomes): Promise<void> {
  await sql`
    update bulk_action_items item set outcome = result.outcome
    from unnest(${outcomes.map(([id]) => id)}::uuid[], ${outcomes.map(([, outcome]) => outcome)}::text[])
      as result (id, outcome)
    where item.action_id = ${actionId} and item.item_id = result.id`.execute(trx);
}
