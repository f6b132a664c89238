/** Unpaid cotas of the persons of a batch: input of domain/orders/unpaid-cap.ts. */
import type pg from 'pg';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { LAPSES_COUNT_DAYS, type UnpaidHoldings } from '@mare/domain/orders/unpaid-cap.ts';
import { PURCHASES_LOCK } from '../../accounts/persons/lock-purchases.ts';
import type { ReserveRequest } from './reserve-request.ts';

const DAY_MS = 24 * 3_600_000;
/** Longer than any hold. */
const PENDING_DAYS = 2;

export interface CappedLine extends UnpaidHoldings {
  rifaId: string;
  personId: string;
  network: string | null;
  /** The account was deleted or merged since the request began. */
  isClosed: boolean;
}

interface UnpaidQuery {
  userId: string;
  rifaId: string;
  network: string | null;
}

/**
 * Orders of the account `own`, and lines of `orders`, each found by its index. `offset 0` is an optimisation fence:
 * without it, a plan cached while the tables are small scans all recent orders, or all lines of the rifa, for each
 * buyer.
 */
const OF_ACCOUNT = `select id, status, total_amount, created_at from orders
            where orders.user_id = own.id and orders.created_at`;
const LINES = 'select rifa_id, quantity from order_items where order_id = orders.id offset 0';
/** Group purchases started by the accounts of a person. */
const OF_STARTER = `select rifa_id, part_amount, unsold_parts, ended_at, end_reason, free.parts as free_parts, free.cotas from profiles as own
            join group_purchases on starter_id = own.id,
            lateral (select count(*)::integer as parts, coalesce(sum(cardinality(numbers)), 0)::integer as cotas
              from group_purchase_parts where group_id = group_purchases.id and is_free) as free
            where own.person_id = asked.person_id`;

const queriesOf = (requests: readonly ReserveRequest[]): UnpaidQuery[] =>
  requests.flatMap(({ userId, unpaidCap, lines }) =>
    unpaidCap
      ? [...new Set(lines.map(({ rifaId }) => rifaId))].map((rifaId) => ({
          userId,
          rifaId,
          network: unpaidCap.network,
        }))
      : [],
  );

/**
 * Serializes the orders of a person, and those of a network's buyers without a paid order, until the transaction ends.
 * Taken before any row lock.
 */
export function lockPersons(
  client: pg.PoolClient,
  requests: readonly ReserveRequest[],
): Promise<pg.QueryResult>[] {
  const queries = queriesOf(requests);
  if (queries.length === 0) return [];
  return [
    client.query({
      name: 'lock-persons',
      // In key order, so that concurrent batches never deadlock.
      text: `select pg_advisory_xact_lock(key) from (
               select distinct hashtextextended(whose, 0) as key
               from unnest($1::uuid[], $2::text[]) as asked (user_id, network)
               join profiles on profiles.id = asked.user_id,
               lateral (values ('${PURCHASES_LOCK}' || person_id),
                 (case when total_spent = 0 then 'unpaid network ' || asked.network end)) as locked (whose)
               where whose is not null order by key) as keys`,
      values: [queries.map(({ userId }) => userId), queries.map(({ network }) => network)],
    }),
  ];
}

/** By user and rifa: see `holdingsKey`. Read after `lockPersons`. */
export async function findUnpaidHoldings(
  client: pg.PoolClient,
  requests: readonly ReserveRequest[],
  now: Date,
): Promise<Map<string, CappedLine>> {
  const queries = queriesOf(requests);
  if (queries.length === 0) return new Map();
  const { rows } = await client.query<{
    user_id: string;
    rifa_id: string;
    person_id: string;
    network: string | null;
    is_closed: boolean;
    free: number;
    unpaid: number;
    unpaid_amount: string;
    paid_amount: string;
    lapsed: number;
    lapsed_amount: string;
    recently_paid_amount: string;
    network_unpaid: number | null;
  }>({
    name: 'find-unpaid-holdings',
    text: `
      with asked as (
        select asked.user_id, asked.rifa_id, asked.network, coalesce(person_id, asked.user_id) as person_id,
          deleted_at is not null as is_closed
        from unnest($1::uuid[], $2::uuid[], $3::text[]) as asked (user_id, rifa_id, network)
        join profiles on profiles.id = asked.user_id
      ), people as (
        select asked.person_id, paid.amount as paid_amount, recent.recently_paid_amount,
          recent.unpaid_amount + groups.unpaid_amount as unpaid_amount, recent.lapsed + groups.lapsed as lapsed,
          recent.lapsed_amount + groups.lapsed_amount as lapsed_amount
        from (select distinct person_id from asked) as asked,
        lateral (select coalesce(sum(total_spent), 0) as amount from profiles
          where profiles.person_id = asked.person_id) as paid,
        lateral (
          select coalesce(sum(total_amount) filter (where orders.status = 'pending' and orders.created_at >= $5), 0) as unpaid_amount,
            count(*) filter (where status = 'cancelled')::integer as lapsed,
            coalesce(sum(total_amount) filter (where status = 'cancelled'), 0) as lapsed_amount,
            coalesce(sum(total_amount) filter (where status = 'paid'), 0) as recently_paid_amount
          from profiles as own
          cross join lateral (${OF_ACCOUNT} >= $4 offset 0) as orders
          where own.person_id = asked.person_id) as recent,
        lateral (
          select coalesce(sum(part_amount * free_parts), 0) as unpaid_amount,
            count(*) filter (where end_reason in ('deadline', 'starter', 'refunded') and unsold_parts > 0)::integer as lapsed,
            coalesce(sum(part_amount * unsold_parts) filter (where ended_at is not null), 0) as lapsed_amount
          from (${OF_STARTER} and group_purchases.created_at >= $4) as started) as groups
      ), networks as (
        select asked.network, asked.rifa_id, (coalesce(held.cotas, 0) + coalesce(parts.cotas, 0))::integer as cotas
        from (select distinct network, rifa_id from asked where network is not null) as asked,
        lateral (
          select sum(item.quantity) as cotas from orders
          cross join lateral (${LINES}) as item
          join profiles on profiles.id = orders.user_id and profiles.total_spent = 0
          where orders.network = asked.network and orders.status = 'pending'
            and item.rifa_id = asked.rifa_id) as held,
        lateral (
          select sum(cardinality(part.numbers)) as cotas from group_purchases
          join group_purchase_parts as starter on starter.group_id = group_purchases.id and starter.part_no = 1
          join orders on orders.id = starter.order_id and orders.network = asked.network
          join profiles on profiles.id = orders.user_id and profiles.total_spent = 0
          join group_purchase_parts as part on part.group_id = group_purchases.id and part.is_free
          where group_purchases.rifa_id = asked.rifa_id and group_purchases.ended_at is null) as parts
      )
      select asked.user_id, asked.rifa_id, asked.person_id, asked.network, asked.is_closed, people.*, networks.cotas as network_unpaid,
        rifas.total_numbers - (select coalesce(sum(sold + reserved), 0)::integer from rifa_counters
          where rifa_counters.rifa_id = asked.rifa_id) as free,
        (select coalesce(sum(item.quantity), 0)::integer from profiles as own
          cross join lateral (${OF_ACCOUNT} >= $5 offset 0) as orders
          cross join lateral (${LINES}) as item
          where own.person_id = asked.person_id and orders.status = 'pending'
            and item.rifa_id = asked.rifa_id)
        + (select coalesce(sum(cotas), 0)::integer
          from (${OF_STARTER} and rifa_id = asked.rifa_id and ended_at is null) as started) as unpaid
      from asked
      join people on people.person_id = asked.person_id
      join rifas on rifas.id = asked.rifa_id
      left join networks on networks.network = asked.network and networks.rifa_id = asked.rifa_id`,
    values: [
      queries.map(({ userId }) => userId),
      queries.map(({ rifaId }) => rifaId),
      queries.map(({ network }) => network),
      new Date(now.getTime() - LAPSES_COUNT_DAYS * DAY_MS),
      new Date(now.getTime() - PENDING_DAYS * DAY_MS),
    ],
  });
  return new Map(
    rows.map((row) => [
      holdingsKey(row.user_id, row.rifa_id),
      {
        rifaId: row.rifa_id,
        personId: row.person_id,
        network: row.network,
        isClosed: row.is_closed,
        free: row.free,
        unpaid: row.unpaid,
        unpaidCentavos: centavosFromNumeric(row.unpaid_amount),
        paidCentavos: centavosFromNumeric(row.paid_amount),
        lapsed: row.lapsed,
        lapsedCentavos: centavosFromNumeric(row.lapsed_amount),
        recentlyPaidCentavos: centavosFromNumeric(row.recently_paid_amount),
        networkUnpaid: row.network_unpaid,
      },
    ]),
  );
}

export function holdingsKey(userId: string, rifaId: string): string {
  return `${userId} ${rifaId}`;
}
