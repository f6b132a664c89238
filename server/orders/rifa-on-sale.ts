import { type RawBuilder, sql } from 'kysely';

/** Whether cotas of the surrounding query's `rifas` can be bought now. */
export function isOnSale(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(rifas.status = 'active' and rifas.paused_at is null and rifas.sales_end_at > ${now}
    and rifas.sold_numbers < rifas.total_numbers)`;
}
