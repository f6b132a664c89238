import { sql } from 'kysely';
import type { ShopStats } from '@mare/contract/rifas/shop-stats.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { REAL_PURCHASES_SHOWN } from '@mare/domain/social-proof/social-proof-mode.ts';

const DAY_MS = 86_400_000;

/** Bounds the scan for paid orders, as most of the newest orders are unpaid under load. */
const NEWEST_ORDERS = 200;

/** Real stats of the shop. Its cost does not grow with the number of orders. */
export async function countShopStats(db: Database, now: Date): Promise<ShopStats> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<Record<Exclude<keyof ShopStats, 'purchases'>, string>>`
    select
      (select coalesce(sum(sold_numbers), 0) from rifas where status = 'active') as sold_cotas,
      (select count(*) from rifa_prizes join rifas on rifas.id = rifa_id where status = 'active') as prizes,
      (select coalesce(sum(value) * 100, 0)::bigint from rifa_prizes join rifas on rifas.id = rifa_id
        where status = 'active') as prize_value_centavos,
      (select count(*) from orders
        where status = 'pending' and closing_at is null and hold_expires_at > ${now}) as people_buying,
      (select coalesce(sum(quantity), 0) from anonymous_cart_items where added_at > ${yesterday}) as cotas_in_carts,
      (select count(*) from rifas where status = 'completed') as drawn_rifas,
      (select count(*) from rifa_winners) as winners,
      (select coalesce(sum(value) * 100, 0)::bigint from rifa_prizes join rifas on rifas.id = rifa_id
        where status = 'completed') as won_centavos`.execute(db);
  const counts = rows[0]!;
  return {
    soldCotas: Number(counts.soldCotas),
    prizes: Number(counts.prizes),
    prizeValueCentavos: Number(counts.prizeValueCentavos),
    peopleBuying: Number(counts.peopleBuying),
    cotasInCarts: Number(counts.cotasInCarts),
    drawnRifas: Number(counts.drawnRifas),
    winners: Number(counts.winners),
    wonCentavos: Number(counts.wonCentavos),
    purchases: await newestPurchases(db, yesterday),
  };
}

async function newestPurchases(db: Database, since: Date): Promise<ShopStats['purchases']> {
  const newest = db
    .selectFrom('orders')
    .select(['id', 'userId', 'status', 'paidAt'])
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .limit(NEWEST_ORDERS);
  const rows = await db
    .selectFrom(newest.as('newest'))
    .innerJoin('profiles', 'profiles.id', 'newest.userId')
    .innerJoin('orderItems', (join) =>
      join.onRef('orderItems.orderId', '=', 'newest.id').on('orderItems.lineNo', '=', sql.lit(1)),
    )
    .innerJoin('rifas', 'rifas.id', 'orderItems.rifaId')
    .select(['profiles.name', 'profiles.city', 'orderItems.quantity', 'rifas.title', 'newest.paidAt'])
    .where('newest.status', '=', 'paid')
    .where('newest.paidAt', 'is not', null)
    .orderBy('newest.paidAt', 'desc')
    .limit(REAL_PURCHASES_SHOWN)
    .execute();
  return rows.map((row) => ({
    name: shortName(row.name),
    city: row.city,
    cotas: row.quantity,
    rifaTitle: row.title,
    paidAt: row.paidAt!.toISOString(),
  }));
}
