import type pg from 'pg';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';
import { ORDER_COLUMNS, type OrderRow, type StoredOrder, toOrders } from '../reading/order.queries.ts';

interface ListRequest {
  userIds: readonly string[];
  limit: number;
  before: Date | null;
}

const orderLoader = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  createBatchLoader((requests: ListRequest[]) => selectOwnOrders(pool, requests), { width: 2 }),
);

/** Newest first. `before`: `createdAt` of the last order of the previous page. */
export function listOrdersOf(
  platform: Pick<Platform, 'pool' | 'caches'>,
  userIds: readonly string[],
  { limit = 20, before }: { limit?: number; before?: Date } = {},
): Promise<StoredOrder[]> {
  return orderLoader(platform).load({ userIds, limit, before: before ?? null });
}

/** One statement for concurrent callers. Reads at most `limit` orders of each user, however many there are. */
async function selectOwnOrders(pool: pg.Pool, requests: readonly ListRequest[]): Promise<StoredOrder[][]> {
  const places = requests.flatMap(({ userIds }, place) => userIds.map((userId) => ({ place, userId })));
  const { rows } = await pool.query<OrderRow & { place: number }>({
    name: 'own-orders',
    text: `select asked.place, ${ORDER_COLUMNS}
           from unnest($1::integer[], $2::uuid[], $3::timestamptz[], $4::integer[])
             as asked (place, user_id, before, most)
           cross join lateral (
             select * from orders where user_id = asked.user_id and created_at < coalesce(asked.before, 'infinity')
             order by created_at desc, id limit asked.most
           ) as own
           left join (order_items as line join rifas on rifas.id = line.rifa_id) on line.order_id = own.id
           order by own.created_at desc, own.id, line.line_no`,
    values: [
      places.map(({ place }) => place),
      places.map(({ userId }) => userId),
      places.map(({ place }) => requests[place]!.before),
      places.map(({ place }) => requests[place]!.limit),
    ],
  });
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return requests.map(({ limit }, place) => toOrders(byPlace.get(place) ?? []).slice(0, limit));
}
