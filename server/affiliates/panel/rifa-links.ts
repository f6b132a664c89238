import type { RifaLink } from '@mare/contract/affiliates/affiliates.ts';
import { REFERRAL_PARAMETER } from '@mare/domain/affiliates/affiliate-code.ts';
import { PAYOUT_WINDOW_DAYS } from '@mare/domain/affiliates/payout.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { moneyWithoutCotas } from '../../orders/returns/money-without-cotas.ts';
import { findAffiliateOf } from '../affiliates.queries.ts';

const DAY_MS = 86_400_000;
const MAX_RIFAS = 100;

/** The affiliate's link of every rifa on sale, with its visits and sales of the last 30 days; next draw first. */
export async function listRifaLinks(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  userId: string,
): Promise<RifaLink[]> {
  const affiliate = await findAffiliateOf(db, userId);
  if (!affiliate) return [];
  const now = clock.now();
  const since = new Date(now.getTime() - PAYOUT_WINDOW_DAYS * DAY_MS);
  const { rows } = await sql<Omit<RifaLink, 'link'>>`
    with sold as (
      select order_items.rifa_id, count(distinct orders.id)::integer as sales,
        (sum(order_items.total_amount - ${moneyWithoutCotas('order_items', 'orders')}) * 100)::integer as centavos
      from affiliate_commissions join orders on orders.id = affiliate_commissions.order_id and orders.status = 'paid'
      join order_items on order_items.order_id = orders.id
      where affiliate_commissions.affiliate_id = ${affiliate.id} and affiliate_commissions.kind = 'sale'
        and affiliate_commissions.confirmed_at >= ${since}
      group by order_items.rifa_id)
    select rifas.id as "rifaId", rifas.title, coalesce(sold.sales, 0) as sales,
      coalesce(sold.centavos, 0) as "soldCentavos",
      (select count(*)::integer from affiliate_rifa_clicks where affiliate_code = ${affiliate.affiliateCode}
        and rifa_id = rifas.id and clicked_on > ${dateInMaceio(since)}::date) as clicks
    from rifas left join sold on sold.rifa_id = rifas.id
    where rifas.status = 'active' and rifas.sales_end_at > ${now} and coalesce(rifas.opens_at <= ${now}, true)
      and not rifas.vip_only
    order by rifas.draw_date, rifas.id limit ${MAX_RIFAS}`.execute(db);
  return rows.map((row) => ({
    ...row,
    link: `${config.publicUrl}/rifa/${row.rifaId}/anonymous?${REFERRAL_PARAMETER}=${affiliate.affiliateCode}`,
  }));
}
