import { type RawBuilder, sql } from 'kysely';

/** SQL of a rifa's public status: 'paused' while its sales are paused. @param rifas the table or its alias */
export const shownStatusSql = (rifas: string) =>
  `case when ${rifas}.status = 'active' and ${rifas}.paused_at is not null then 'paused' else ${rifas}.status end`;

/** The state for queries of Kysely. */
export const shownStatusOf = (rifas: string) => sql.raw<string>(shownStatusSql(rifas));

/** Whether cotas of the surrounding query's `rifas` can be bought now. */
export function isOnSale(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(rifas.status = 'active' and rifas.paused_at is null and rifas.sales_end_at > ${now}
    and rifas.sold_numbers < rifas.total_numbers)`;
}
