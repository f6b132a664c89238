import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { GroupEndReason } from '@mare/domain/orders/group-purchases/part-state.ts';
import type { Platform } from '../../platform/platform.ts';
import { type OrderNumbers, recount, releaseNumbers } from '../numbers/order-numbers.queries.ts';

/** Groups per transaction, small so that buyers barely wait for locked pages. */
const GROUPS_PER_BATCH = 20;

/**
 * Ends a group that the caller has locked. Its free parts no longer hold their numbers; orders of other parts
 * continue.
 * @returns numbers to release and to count as free, in the same transaction
 */
export async function endLocked(
  trx: Transaction<DB>,
  groupId: string,
  reason: GroupEndReason,
): Promise<OrderNumbers[]> {
  const { rows } = await sql<OrderNumbers>`
    update group_purchase_parts as part set is_free = false
    from group_purchases where group_purchases.id = group_id and group_id = ${groupId} and is_free
    returning rifa_id, numbers`.execute(trx);
  await trx
    .updateTable('groupPurchases')
    .set({ endedAt: sql<Date>`now()`, endReason: reason, unsoldParts: rows.length })
    .where('id', '=', groupId)
    .execute();
  return rows;
}

/** Ends a locked group and releases the numbers of its free parts. */
async function endAndRelease(trx: Transaction<DB>, groupId: string, reason: GroupEndReason): Promise<void> {
  const lines = await endLocked(trx, groupId, reason);
  if (lines.length === 0) return;
  await releaseNumbers(trx, lines);
  await recount(trx, lines, 'pending', 'cancelled');
}

/**
 * Ends groups at their deadline, and those whose rifa is no longer on sale. Groups locked by another transaction are
 * skipped until the next run.
 * @param onEnded runs in the transaction that ends the groups
 */
export async function endDueGroups(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  onEnded?: (trx: Transaction<DB>, groupIds: string[]) => Promise<void>,
): Promise<void> {
  for (let ended = GROUPS_PER_BATCH; ended === GROUPS_PER_BATCH;)
    ended = await db.transaction().execute(async (trx) => {
      const { rows: dueGroups } = await sql<{ id: string; isLate: boolean }>`
        select g.id, g.deadline <= ${clock.now()} as is_late from group_purchases g
        where g.ended_at is null and (g.deadline <= ${clock.now()}
          or exists (select from rifas where rifas.id = g.rifa_id and rifas.status <> 'active'))
        order by g.id limit ${GROUPS_PER_BATCH} for update of g skip locked`.execute(trx);
      for (const { id, isLate } of dueGroups) await endAndRelease(trx, id, isLate ? 'deadline' : 'rifa');
      if (dueGroups.length > 0)
        await onEnded?.(
          trx,
          dueGroups.map(({ id }) => id),
        );
      return dueGroups.length;
    });
}

/**
 * The numbers of free parts become free; friends who are paying may finish.
 * @param onEnded runs in the transaction that ends the group
 */
export function endGroupAsStarter(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  token: string,
  onEnded?: (trx: Transaction<DB>, groupId: string) => Promise<void>,
): Promise<'ended' | 'already' | 'not_found'> {
  return db.transaction().execute(async (trx) => {
    const group = await trx
      .selectFrom('groupPurchases')
      .select(['id', 'endedAt'])
      .where('token', '=', token)
      .where('starterId', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!group) return 'not_found';
    if (group.endedAt) return 'already';
    await endAndRelease(trx, group.id, 'starter');
    await onEnded?.(trx, group.id);
    return 'ended';
  });
}
