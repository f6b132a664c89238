import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { SealedCotas } from '@mare/domain/orders/returns/sealed-cotas.ts';

/** Refunded cotas that stay on a frozen list, by order and rifa. */
export const SEALED_COTAS = sql`
  select order_id, rifas.id as rifa_id, rifas.title, sum(cardinality(numbers))::integer as quantity,
    sum(gifts.given)::integer as given, (sum(amount) * 100)::integer as centavos
  from returned_cotas join rifas on rifas.id = returned_cotas.rifa_id
  cross join lateral (
    select count(*) as given from cota_gifts gift
    where gift.order_id = returned_cotas.order_id and gift.rifa_id = returned_cotas.rifa_id
      and gift.number = any (numbers) and gift.claimed_at is not null and gift.cancelled_at is null) as gifts
  where sealed and booked_at is not null
  group by order_id, rifas.id`;

export interface SealedCotasOfRifa extends SealedCotas {
  rifaId: string;
  /** Other cotas of the order were returned before, and removed from it. */
  othersLeft: boolean;
}

/** Orders of the refund events. */
export function refundedOrders(events: readonly { orderId: string; kind: string }[]): string[] {
  return events
    .filter(({ kind }) => kind === 'refunded' || kind === 'partlyRefunded')
    .map(({ orderId }) => orderId);
}

/** @returns by order; nothing for orders without such cotas */
export async function selectSealedCotas(
  db: Kysely<DB>,
  orderIds: readonly string[],
): Promise<Map<string, SealedCotasOfRifa[]>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<SealedCotasOfRifa & { orderId: string }>`
    select order_id, rifa_id, title, quantity, given,
      exists (select from returned_cotas other where other.order_id = sealed.order_id and not other.sealed
        and other.booked_at is not null) as others_left
    from (${SEALED_COTAS}) as sealed
    where order_id = any(${orderIds}) order by title, rifa_id`.execute(db);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}
