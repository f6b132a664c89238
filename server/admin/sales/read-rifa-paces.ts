import { sql } from 'kysely';
import { PACE_DAYS, type RifaPace } from '@mare/contract/admin/admin.ts';
import { MACEIO_OFFSET_MS } from '@mare/domain/time/maceio-time.ts';
import { LATEST_PAYMENT_MS } from '@mare/domain/orders/hold.ts';
import type { Platform } from '../../platform/platform.ts';

const DAY_MS = 86_400_000;

/** Paid cotas of every active rifa by day of Maceió, today as the last, newest rifa first. */
export async function readRifaPaces({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<RifaPace[]> {
  const today = Math.floor((clock.now().getTime() + MACEIO_OFFSET_MS) / DAY_MS) * DAY_MS - MACEIO_OFFSET_MS;
  const from = new Date(today - (PACE_DAYS - 1) * DAY_MS);
  const { rows } = await sql<{ id: string; day: number | null; cotas: number }>`
    select rifas.id, sold.day, sold.cotas from rifas left join (
      select item.rifa_id, floor(extract(epoch from orders.paid_at - ${from}::timestamptz) / 86400)::integer as day,
        sum(cardinality(item.selected_numbers))::integer as cotas
      from orders join order_items as item on item.order_id = orders.id
      where orders.status = 'paid' and orders.paid_at >= ${from}
        and orders.created_at >= ${new Date(from.getTime() - LATEST_PAYMENT_MS)}
      group by 1, 2) as sold on sold.rifa_id = rifas.id
    where rifas.status = 'active' order by rifas.created_at desc, rifas.id`.execute(db);
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, days]) => {
    const cotasByDay = Array.from({ length: PACE_DAYS }, () => 0);
    for (const { day, cotas } of days) if (day !== null && day < PACE_DAYS) cotasByDay[day] = cotas;
    return { id, cotasByDay };
  });
}
