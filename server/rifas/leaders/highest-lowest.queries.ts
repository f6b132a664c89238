import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import { excludedFor, returningNumbers } from '../../orders/participation/listed-cotas.ts';

export interface HighestOrLowestCota {
  number: number;
  /** The holder on a list of the draw frozen now: the buyer, or the recipient of an accepted gift. */
  userId: string;
  /** Full name: shorten it before publishing. */
  name: string | null;
  externalReference: string;
  /** Null unless the holder accepted the cota as a gift. */
  giftReference: string | null;
}

interface Window {
  /** Inclusive. */
  from: Date;
  /** Exclusive. */
  to: Date;
  side: 'lowest' | 'highest';
}

const LINES_OF_FIRST_SEARCH = 10;

/**
 * The lowest or highest cota of a rifa among those paid in a window and not excluded from the list of the draw. Searches
 * the lines with the outermost numbers, and more of them if those are excluded.
 */
export async function findHighestOrLowest(
  db: Database,
  rifaId: string,
  window: Window,
): Promise<HighestOrLowestCota | null> {
  for (let limit = LINES_OF_FIRST_SEARCH; ; limit *= 10) {
    const { lines, lastNumber, ...found } = await searchLines(db, rifaId, window, limit);
    const isOutermost =
      found.number !== null &&
      (window.side === 'highest' ? found.number >= lastNumber! : found.number <= lastNumber!);
    if (isOutermost || lines < limit) return found.number === null ? null : found;
  }
}

type Search = { lines: number; lastNumber: number | null } & (HighestOrLowestCota | { number: null });

async function searchLines(
  db: Database,
  rifaId: string,
  { from, to, side }: Window,
  limit: number,
): Promise<Search> {
  const [first, last, order] =
    side === 'lowest'
      ? [sql`min`, sql`max`, sql`asc nulls last`]
      : [sql`max`, sql`min`, sql`desc nulls last`];
  const { rows } = await sql<Search>`
    with outermost as materialized (
      select i.order_id, i.line_no, (select ${first}(n) from unnest(i.selected_numbers) as n) as number
      from order_items i
      join orders o on o.id = i.order_id
      where i.rifa_id = ${rifaId} and o.status = 'paid' and o.paid_at >= ${from} and o.paid_at < ${to}
      order by number ${order} limit ${limit}),
    listed as materialized (
      select i.order_id, o.external_reference, o.user_id, (
        select ${first}(n) from (
          select unnest(i.selected_numbers) as n except select unnest(${returningNumbers})) as kept) as number
      from outermost
      join order_items i on i.order_id = outermost.order_id and i.line_no = outermost.line_no
      join orders o on o.id = i.order_id
      where ${excludedFor} is null
      order by number ${order} limit 1)
    select searched.lines, searched.last_number, listed.number, p.id as user_id, p.name, listed.external_reference,
           gift.reference as gift_reference
    from (select count(*)::integer as lines, ${last}(number) as last_number from outermost) as searched
    left join listed on listed.number is not null
    left join cota_gifts gift on gift.order_id = listed.order_id and gift.rifa_id = ${rifaId}
      and gift.number = listed.number and gift.claimed_at is not null and gift.cancelled_at is null
    left join profiles p on p.id = coalesce(gift.recipient_id, listed.user_id)`.execute(db);
  return rows[0]!;
}
