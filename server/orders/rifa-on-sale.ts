import { type RawBuilder, sql } from 'kysely';

/** Of the surrounding query's `rifas`: 'paused' while their sales are. */
export const shownStatus = sql<string>`case when rifas.status = 'active' and rifas.paused_at is not null then 'paused' else rifas.status end`;

/** Whether cotas of the surrounding query's `rifas` can be bought now. */
export function isOnSale(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(rifas.status = 'active' and rifas.paused_at is null and rifas.sales_end_at > ${now}
    and rifas.sold_numbers < rifas.total_numbers)`;
}
