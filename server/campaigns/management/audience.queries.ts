import { type RawBuilder, sql, type SqlBool } from 'kysely';

interface AudienceColumns {
  segments: RawBuilder<unknown>;
  boughtRifaId: RawBuilder<unknown>;
  city: RawBuilder<unknown>;
}

/** Whether the person of the surrounding query's `profiles` is in an audience. Each condition may be absent. */
export function isInAudience({ segments, boughtRifaId, city }: AudienceColumns): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    (${segments} = '{}' or profiles.segment = any (${segments}))
    and (${city} = '' or lower(profiles.city) = lower(${city}))
    and (${boughtRifaId} is null or exists (
      select from orders join order_items on order_items.order_id = orders.id
      where orders.user_id = profiles.id and orders.status = 'paid' and order_items.rifa_id = ${boughtRifaId})))`;
}
