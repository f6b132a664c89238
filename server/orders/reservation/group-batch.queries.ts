/** Reads, locks and writes of group purchases within the order batch writer. */
import type pg from 'pg';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { TakenPart } from '@mare/domain/orders/group-purchases/take-part.ts';
import type { GroupStart, Reservation, ReserveRequest } from './reserve-request.ts';

export interface LockedPart extends TakenPart {
  rifaId: string;
  numbers: number[];
}

/** Locks the groups whose parts are taken: the group's row decides about all parts. By part id. */
export async function lockParts(
  client: pg.PoolClient,
  requests: readonly ReserveRequest[],
): Promise<Map<string, LockedPart>> {
  const partIds = requests.flatMap(({ group }) => (group?.kind === 'take' ? [group.partId] : []));
  if (partIds.length === 0) return new Map();
  const [, { rows }] = await Promise.all([
    client.query({
      name: 'lock-groups-of-parts',
      text: `select id from group_purchases
             where id in (select group_id from group_purchase_parts where id = any($1::uuid[]))
             order by id for update`,
      values: [partIds],
    }),
    // A separate statement: it sees the commits of the transactions that the lock waited for.
    client.query<{
      id: string;
      rifa_id: string;
      opened_at: Date | null;
      ended_at: Date | null;
      deadline: Date;
      is_free: boolean;
      numbers: number[];
    }>({
      name: 'read-locked-parts',
      text: `select part.id, rifa_id, opened_at, ended_at, deadline, is_free, numbers
             from group_purchase_parts as part join group_purchases on group_purchases.id = group_id
             where part.id = any($1::uuid[])`,
      values: [partIds],
    }),
  ]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        rifaId: row.rifa_id,
        openedAt: row.opened_at,
        endedAt: row.ended_at,
        deadline: row.deadline,
        isFree: row.is_free,
        cotas: row.numbers.length,
        numbers: row.numbers,
      },
    ]),
  );
}

interface StartedGroups {
  /** Cotas of the free parts of all open groups. */
  heldByGroups: number;
  freeCotas: number;
  /** Persons with an open group. */
  persons: Set<string>;
  /** By the user who starts the group. */
  personOf: Map<string, string>;
}

const startsOf = (requests: readonly ReserveRequest[]) =>
  requests.flatMap((request) => (request.group?.kind === 'start' ? [request] : []));

/** Serializes the starts of groups of a rifa until the end of the transaction. Comes before any row lock. */
export function lockGroupStarts(
  client: pg.PoolClient,
  requests: readonly ReserveRequest[],
): Promise<pg.QueryResult>[] {
  const starts = startsOf(requests);
  if (starts.length === 0) return [];
  return [
    client.query({
      name: 'lock-group-starts',
      text: `select pg_advisory_xact_lock(hashtextextended('group purchases ' || rifa_id, 0))
             from (select distinct rifa_id from unnest($1::text[]) as t (rifa_id) order by rifa_id) as rifas`,
      values: [starts.map(({ lines }) => lines[0]!.rifaId)],
    }),
  ];
}

/** Open groups by rifa. Read after `lockGroupStarts`. */
export async function findOpenGroups(
  client: pg.PoolClient,
  requests: readonly ReserveRequest[],
): Promise<Map<string, StartedGroups>> {
  const starts = startsOf(requests);
  if (starts.length === 0) return new Map();
  const { rows } = await client.query<{
    user_id: string;
    person_id: string;
    rifa_id: string;
    held: number;
    free: number;
    persons: string[];
  }>({
    name: 'find-open-groups',
    text: `select asked.user_id, coalesce(profiles.person_id, asked.user_id) as person_id, asked.rifa_id, open.held,
             open.persons, rifas.total_numbers - (select coalesce(sum(sold + reserved), 0)::integer from rifa_counters
               where rifa_counters.rifa_id = asked.rifa_id) as free
           from unnest($1::uuid[], $2::uuid[]) as asked (user_id, rifa_id)
           join profiles on profiles.id = asked.user_id
           join rifas on rifas.id = asked.rifa_id,
           lateral (
             select coalesce(sum((select sum(cardinality(numbers)) from group_purchase_parts
                 where group_id = group_purchases.id and is_free)), 0)::integer as held,
               coalesce(array_agg(coalesce(starter.person_id, starter.id)::text), '{}') as persons
             from group_purchases join profiles as starter on starter.id = starter_id
             where rifa_id = asked.rifa_id and ended_at is null) as open`,
    values: [starts.map(({ userId }) => userId), starts.map(({ lines }) => lines[0]!.rifaId)],
  });
  const groups = new Map<string, StartedGroups>();
  for (const { user_id, person_id, rifa_id, held, free, persons } of rows) {
    const ofRifa = groups.get(rifa_id) ?? {
      heldByGroups: held,
      freeCotas: free,
      persons: new Set(persons),
      personOf: new Map(),
    };
    ofRifa.personOf.set(user_id, person_id);
    groups.set(rifa_id, ofRifa);
  }
  return groups;
}

export function insertGroups(
  client: pg.PoolClient,
  reservations: readonly Reservation[],
  now: Date,
): Promise<pg.QueryResult>[] {
  const groups = reservations.flatMap(({ request, lines, freeParts }) =>
    request.group?.kind === 'start' && freeParts
      ? [{ ...request.group, request, numbers: [lines[0]!.numbers, ...freeParts] }]
      : [],
  );
  if (groups.length === 0) return [];
  const parts = groups.flatMap(({ id, partIds, numbers, request }) =>
    partIds.map((partId, index) => ({
      id: partId,
      groupId: id,
      partNo: index + 1,
      numbers: numbers[index]!,
      orderId: index === 0 ? request.orderId : null,
    })),
  );
  return [
    client.query({
      name: 'insert-group-purchases',
      text: `insert into group_purchases (id, token, rifa_id, starter_id, name, parts, quantity, tier, part_amount,
               deadline, created_at)
             select *, $11 from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::integer[],
               $7::integer[], $8::text[], $9::numeric[], $10::timestamptz[])`,
      values: [
        groups.map(({ id }) => id),
        groups.map(({ token }) => token),
        groups.map(({ request }) => request.lines[0]!.rifaId),
        groups.map(({ request }) => request.userId),
        groups.map(({ name }) => name),
        groups.map(({ partIds }) => partIds.length),
        groups.map(({ quantity }) => quantity),
        groups.map(({ tier }) => tier),
        groups.map(({ partCentavos }: GroupStart) => numericFromCentavos(partCentavos)),
        groups.map(({ deadline }) => deadline.toISOString()),
        now,
      ],
    }),
    client.query({
      name: 'insert-group-purchase-parts',
      text: `insert into group_purchase_parts (id, group_id, part_no, numbers, is_free, order_id)
             select id, group_id, part_no, numbers::integer[], order_id is null, order_id
             from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::uuid[])
               as p (id, group_id, part_no, numbers, order_id)`,
      values: [
        parts.map(({ id }) => id),
        parts.map(({ groupId }) => groupId),
        parts.map(({ partNo }) => partNo),
        parts.map(({ numbers }) => `{${numbers.join(',')}}`),
        parts.map(({ orderId }) => orderId),
      ],
    }),
  ];
}

/** Moves the numbers from the part to the order: they stay reserved. */
export function takeParts(
  client: pg.PoolClient,
  reservations: readonly Reservation[],
): Promise<pg.QueryResult>[] {
  const taken = reservations.flatMap(({ request: { orderId, group } }) =>
    group?.kind === 'take' ? [{ orderId, partId: group.partId }] : [],
  );
  if (taken.length === 0) return [];
  return [
    client.query({
      name: 'take-group-purchase-parts',
      text: `update group_purchase_parts set is_free = false, order_id = t.order_id
             from unnest($1::uuid[], $2::uuid[]) as t (part_id, order_id)
             where id = t.part_id and is_free`,
      values: [taken.map(({ partId }) => partId), taken.map(({ orderId }) => orderId)],
    }),
  ];
}
