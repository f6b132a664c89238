import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { can, ROLES } from '@mare/domain/accounts/permissions.ts';
import type { AllotmentEnd } from '@mare/domain/orders/stand-allotment.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { recount, releaseNumbers } from '../numbers/order-numbers.queries.ts';
import { lockAllotment } from './find-allotments.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

/** Per transaction, so that buyers barely wait for locked pages. */
const AT_ONCE = 20;

const SELLING_ROLES = ROLES.filter((role) => can(role, 'sell-manually'));

/**
 * Ends allotments that have expired, whose rifa is no longer on sale, or whose seller may no longer sell. Skips those
 * locked by a sale until the next run.
 * @returns how many ended
 */
export async function endDueAllotments(platform: Deps): Promise<number> {
  const now = platform.clock.now();
  let ended = 0;
  for (;;) {
    const count = await inTransaction(platform.db, async (trx) => {
      const { rows } = await sql<OpenAllotment>`
        select a.id, a.rifa_id, a.unsold, case
          when r.status <> 'active' then 'rifa_closed'
          when p.role <> all (${SELLING_ROLES}::text[]) or p.deleted_at is not null then 'seller_left'
          else 'over' end as reason
        from stand_allotments a join rifas r on r.id = a.rifa_id join profiles p on p.id = a.seller_id
        where a.ended_at is null and (a.ends_at <= ${now} or r.status <> 'active'
          or p.role <> all (${SELLING_ROLES}::text[]) or p.deleted_at is not null)
        order by a.id limit ${AT_ONCE} for update of a skip locked`.execute(trx);
      await endLocked(trx, rows, now);
      return rows.length;
    });
    ended += count;
    if (count < AT_ONCE) return ended;
  }
}

/** Frees the unsold numbers of a rifa at the end of its sales. Waits for sales in progress. */
export function endAllotmentsOfRifa(
  { db, clock }: Deps,
  rifaId: string,
  reason: Extract<AllotmentEnd, 'over' | 'rifa_closed'> = 'rifa_closed',
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<OpenAllotment>`
      select id, rifa_id, unsold, ${reason}::text as reason from stand_allotments
      where rifa_id = ${rifaId} and ended_at is null order by id for update`.execute(trx);
    await endLocked(trx, rows, clock.now());
  });
}

export type GiveBackResult = { ok: true; freed: number } | { ok: false; code: 'NOT_FOUND' };

/**
 * Frees the unsold numbers of one allotment. Idempotent.
 * @param managesRifas may end allotments of other sellers
 * @param isFinal for the caller's own allotment: rejects sales that its phone has not sent yet
 */
export function returnAllotment(
  platform: Deps,
  by: PanelUser,
  { id, managesRifas, isFinal = false }: { id: string; managesRifas: boolean; isFinal?: boolean },
): Promise<GiveBackResult> {
  return inTransaction(platform.db, async (trx): Promise<GiveBackResult> => {
    const owner = await trx
      .selectFrom('standAllotments')
      .select('sellerId')
      .where('id', '=', id)
      .executeTakeFirst();
    const isOwn = owner?.sellerId === by.userId;
    if (!owner || (!isOwn && !managesRifas)) return { ok: false, code: 'NOT_FOUND' };
    const { rifaId, unsold, end, terms } = await lockAllotment(trx, id);
    if (end !== null) return { ok: true, freed: 0 };
    const reason = isOwn && !isFinal ? 'returned' : 'ended_by_admin';
    await recordActivity(trx, platform, {
      ...by,
      action: 'return-numbers',
      entityType: 'rifa',
      entityId: rifaId,
      description: `Devolveu ${unsold.length} ${unsold.length === 1 ? 'número' : 'números'} de “${terms.title}” que ${unsold.length === 1 ? 'estava reservado' : 'estavam reservados'} para vender sem internet.`,
      details: { allotment: id, seller: owner.sellerId, freed: unsold.length },
    });
    await endLocked(trx, [{ id, rifaId, unsold, reason }], platform.clock.now());
    return { ok: true, freed: unsold.length };
  });
}

interface OpenAllotment {
  id: string;
  rifaId: string;
  unsold: number[];
  reason: AllotmentEnd;
}

async function endLocked(
  trx: Transaction<DB>,
  allotments: readonly OpenAllotment[],
  now: Date,
): Promise<void> {
  if (allotments.length === 0) return;
  await sql`
    update stand_allotments a set unsold = '{}', ended_at = ${now}, end_reason = t.reason
    from unnest(${allotments.map(({ id }) => id)}::uuid[], ${allotments.map(({ reason }) => reason)}::text[])
      as t (id, reason)
    where a.id = t.id`.execute(trx);
  const lines = allotments
    .filter(({ unsold }) => unsold.length > 0)
    .map(({ rifaId, unsold }) => ({ rifaId, numbers: unsold }));
  if (lines.length === 0) return;
  await releaseNumbers(trx, lines);
  await recount(trx, lines, 'pending', 'cancelled');
}
