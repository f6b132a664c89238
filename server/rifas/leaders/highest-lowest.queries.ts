import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';

export interface HighestOrLowestCota {
  number: number;
  userId: string;
  /** Full name: shorten it before publishing. */
  name: string | null;
  externalReference: string;
}

/** The lowest or highest cota of a rifa among those paid from `from` (inclusive) to `to` (exclusive). */
export async function findHighestOrLowest(
  db: Database,
  rifaId: string,
  { from, to, side }: { from: Date; to: Date; side: 'lowest' | 'highest' },
): Promise<HighestOrLowestCota | null> {
  const pick = side === 'lowest' ? sql`min(n)` : sql`max(n)`;
  const order = side === 'lowest' ? sql`asc` : sql`desc`;
  const { rows } = await sql<HighestOrLowestCota>`
    select p.id as user_id, p.name, o.external_reference,
           (select ${pick} from unnest(i.selected_numbers) as n) as number
    from order_items i
    join orders o on o.id = i.order_id
    join profiles p on p.id = o.user_id
    where i.rifa_id = ${rifaId} and o.status = 'paid' and o.paid_at >= ${from} and o.paid_at < ${to}
    order by number ${order} limit 1`.execute(db);
  return rows[0] ?? null;
}
