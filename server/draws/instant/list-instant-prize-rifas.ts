import { type Kysely, sql } from 'kysely';
import type { InstantPrizeRifa } from '@mare/contract/rifas/instant-prizes.ts';
import type { DB } from '@mare/database/schema.ts';
import { areInstantPrizesOnHold } from '../../orders/reading/prizes-on-hold.ts';
import { containing, toListPage, pageWindow } from '../../platform/database/list-page.ts';

/** Rifas with cotas premiadas, newest first, including unpublished ones. */
export async function listInstantPrizeRifas(
  db: Kysely<DB>,
  { search, page }: { search: string; page: number },
): Promise<{ rows: InstantPrizeRifa[]; hasMore: boolean }> {
  const { limit, offset } = pageWindow(page);
  const { rows } = await sql<InstantPrizeRifa>`
    select rifas.id as rifa_id, rifas.title, rifas.status, counted.* from rifas
    join lateral (
      select count(*)::int as prizes, count(*) filter (where found_at is not null and voided_at is null)::int as found,
        count(delivered_at)::int as delivered,
        count(*) filter (where voided_at is null and delivered_at is null and ${areInstantPrizesOnHold})::int as on_hold
      from instant_prizes left join orders on orders.id = order_id
      where instant_prizes.rifa_id = rifas.id) as counted on counted.prizes > 0
    where rifas.title ilike ${containing(search)}
    order by rifas.created_at desc, rifas.id limit ${limit} offset ${offset}`.execute(db);
  return toListPage(rows);
}
