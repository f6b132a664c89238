import type pg from 'pg';

/** Why a list excluded a paid cota. */
type ListExclusionReason = 'dispute' | 'refund';

/** A rifa in which a caller holds cotas. Times are ISO texts with a zone. */
export interface HeldRifa {
  id: string;
  title: string;
  image: string;
  status: string;
  drawDate: Date;
  totalNumbers: number;
  /** Paid lines, and refunded ones that stayed on a frozen list; newest order first. */
  lines: {
    orderId: string;
    externalReference: string;
    paidAt: string | null;
    numbers: number[];
    /** Numbers that the rifa's list excludes. */
    leftOut: number[];
    leftOutFor: ListExclusionReason | null;
    isDisputed: boolean;
  }[];
  /** Claimed cotas given or received, by number. */
  gifts: {
    reference: string;
    number: number;
    giver: string;
    isGiven: boolean;
    isReceived: boolean;
    /** Null for a cota on the list, and before the freeze. */
    leftOutFor: ListExclusionReason | null;
    isDisputed: boolean;
  }[];
  /** Numbers with prizes, by position. */
  drawn: { number: number; position: number; userId: string | null }[];
}

export interface HoldingsRequest {
  userIds: readonly string[];
  /** Null for all. */
  rifaId: string | null;
  limit: number;
  offset: number;
}

/**
 * Rifas in which the users hold bought or received cotas, latest first: one statement for concurrent callers. A `place`
 * is the index of a caller in the batch. The owner of a gift is determined as for the frozen list.
 */
export async function selectHeldRifas(
  pool: pg.Pool,
  requests: readonly HoldingsRequest[],
): Promise<HeldRifa[][]> {
  const places = requests.flatMap(({ userIds }, place) => userIds.map((userId) => ({ place, userId })));
  const { rows } = await pool.query<HeldRifa & { place: number }>({
    name: 'held-rifas',
    text: HELD_RIFAS,
    values: [
      places.map(({ place }) => place),
      places.map(({ userId }) => userId),
      requests.map((_, place) => place),
      requests.map(({ limit }) => limit),
      requests.map(({ offset }) => offset),
      requests.map(({ rifaId }) => rifaId),
    ],
  });
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return requests.map((_, place) => byPlace.get(place) ?? []);
}

/**
 * `$1` and `$2`: places and users; `$3` to `$5`: place, limit and offset; `$6`: rifa of each place, null for all. Each
 * person's orders are read once.
 */
const HELD_RIFAS = `
  with person as (
    select person.place, person.user_id, asked.rifa_id
    from unnest($1::integer[], $2::uuid[]) as person (place, user_id)
    join unnest($3::integer[], $6::uuid[]) as asked (place, rifa_id) using (place)
  ), line as materialized (
    select person.place, item.rifa_id, item.selected_numbers, orders.id as order_id, orders.external_reference,
      orders.paid_at, orders.created_at,
      orders.disputed_at is not null as is_disputed, coalesce(exclusion.numbers, '{}') as left_out, exclusion.reason as left_out_for
    from person
    join orders on orders.user_id = person.user_id and orders.status in ('paid', 'refunded')
    join order_items as item on item.order_id = orders.id
      and (person.rifa_id is null or item.rifa_id = person.rifa_id)
      -- Refunded cotas that stayed on a frozen list may still win.
      and (orders.status = 'paid' or exists (
        select from returned_cotas as returned where returned.order_id = item.order_id
          and returned.line_no = item.line_no and returned.sealed and returned.booked_at is not null))
    left join draw_list_exclusions as exclusion on exclusion.rifa_id = item.rifa_id
      and exclusion.order_id = item.order_id and exclusion.line_no = item.line_no
  ), gift as materialized (
    select person.place, gift.rifa_id, gift.reference, gift.number, gift.claimed_at, gift.giver_id,
      bool_or(gift.giver_id = person.user_id) as is_given, bool_or(gift.recipient_id = person.user_id) as is_received,
      min(exclusion.reason) as left_out_for, bool_or(orders.disputed_at is not null) as is_disputed
    from person
    join cota_gifts as gift on (gift.giver_id = person.user_id or gift.recipient_id = person.user_id)
      and (person.rifa_id is null or gift.rifa_id = person.rifa_id)
    join orders on orders.id = gift.order_id and orders.status in ('paid', 'refunded')
    left join draw_list_exclusions as exclusion on exclusion.rifa_id = gift.rifa_id
      and exclusion.order_id = gift.order_id and gift.number = any (exclusion.numbers)
    where gift.claimed_at is not null and gift.cancelled_at is null
    group by person.place, gift.id
  ), held as (
    select place, rifa_id, max(since) as since
    from (
      select place, rifa_id, created_at as since from line
      union all
      select place, rifa_id, claimed_at from gift where is_received
    ) as one
    group by place, rifa_id
  ), ranked as (
    select held.place, rifas.id, rifas.title, rifas.image, rifas.status, rifas.draw_date, rifas.total_numbers,
      row_number() over (partition by held.place order by held.since desc, rifas.id) as rank
    from held join rifas on rifas.id = held.rifa_id
  )
  select ranked.place, id, title, image, status, draw_date as "drawDate",
    total_numbers as "totalNumbers", coalesce(lines.json, '[]') as lines, coalesce(gifts.json, '[]') as gifts,
    coalesce(drawn.json, '[]') as drawn
  from unnest($3::integer[], $4::integer[], $5::integer[]) as shown (place, size, skipped)
  join ranked on ranked.place = shown.place and ranked.rank > shown.skipped
    and ranked.rank <= shown.skipped + shown.size
  left join lateral (
    select json_agg(json_build_object('orderId', line.order_id, 'externalReference', line.external_reference,
      'paidAt', line.paid_at, 'numbers', line.selected_numbers, 'leftOut', line.left_out,
      'leftOutFor', line.left_out_for, 'isDisputed', line.is_disputed) order by line.created_at desc, line.order_id) as json
    from line where line.place = ranked.place and line.rifa_id = ranked.id
  ) as lines on true
  left join lateral (
    select json_agg(json_build_object('reference', gift.reference, 'number', gift.number, 'giver', giver.name,
      'isGiven', gift.is_given, 'isReceived', gift.is_received, 'leftOutFor', gift.left_out_for,
      'isDisputed', gift.is_disputed) order by gift.number) as json
    from gift join profiles as giver on giver.id = gift.giver_id
    where gift.place = ranked.place and gift.rifa_id = ranked.id
  ) as gifts on true
  left join lateral (
    select json_agg(json_build_object('number', winner_number, 'position', winner_position, 'userId', user_id)
      order by winner_position) as json
    from rifa_winners where rifa_winners.rifa_id = ranked.id
  ) as drawn on true
  order by ranked.place, ranked.rank`;
