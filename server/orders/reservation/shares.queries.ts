/**
 * Cotas per person of rifas with a limit, over all accounts of the person: `rifa_shares.user_id` holds a person, whose id
 * is that of its first account. Rifas without a limit have no rows here.
 */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type pg from 'pg';
import type { DB } from '@mare/database/schema.ts';
import type { ShareLimit, ReserveRequest } from './reserve-request.ts';

/** Check constraint that rejects an order beyond the limit. */
export const WITHIN_SHARE = 'rifa_share_within_most';

/** Adds the cotas of a batch to the shares. @throws a check violation beyond a limit */
export function takeShares(
  client: pg.PoolClient,
  requests: readonly ReserveRequest[],
): Promise<pg.QueryResult>[] {
  const lines = requests.flatMap(({ userId, lines: own }) =>
    own.flatMap((line) => (line.maxPerPerson ? [{ ...line, userId, most: line.maxPerPerson }] : [])),
  );
  if (lines.length === 0) return [];
  return [
    client.query({
      name: 'take-shares',
      text: `insert into rifa_shares as s (rifa_id, user_id, cotas, most)
             select rifa_id, person_id, sum(cotas), min(most)
             from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[]) as t (rifa_id, user_id, cotas, most)
             join profiles on profiles.id = t.user_id
             group by rifa_id, person_id order by rifa_id, person_id
             on conflict (rifa_id, user_id) do update set cotas = s.cotas + excluded.cotas, most = excluded.most`,
      values: [
        lines.map((line) => line.rifaId),
        lines.map((line) => line.userId),
        lines.map((line) => line.quantity),
        lines.map((line) => line.most),
      ],
    }),
  ];
}

/** Adds the cotas of one order to the share of its person. @returns false if that exceeds the limit */
export async function takeShareOf(
  trx: Transaction<DB>,
  { rifaId, userId, cotas, most }: { rifaId: string; userId: string; cotas: number; most: number },
): Promise<boolean> {
  if (cotas > most) return false;
  await lockAccounts(trx, sql`select ${userId}::uuid`);
  const { numAffectedRows } = await sql`
    insert into rifa_shares as s (rifa_id, user_id, cotas, most)
    select ${rifaId}, person_id, ${cotas}::integer, ${most}::integer from profiles where id = ${userId}
    on conflict (rifa_id, user_id) do update set cotas = s.cotas + excluded.cotas, most = excluded.most
      where s.cotas + excluded.cotas <= excluded.most`.execute(trx);
  return numAffectedRows === 1n;
}

/** Finds the limit that a rejected request exceeds, as of now. */
export async function findExceededShare(db: Kysely<DB>, request: ReserveRequest): Promise<ShareLimit | null> {
  for (const { rifaId, quantity, maxPerPerson: max } of request.lines) {
    if (!max) continue;
    const share = await db
      .selectFrom('rifaShares')
      .select('cotas')
      .where('rifaId', '=', rifaId)
      .where('userId', '=', (eb) =>
        eb.selectFrom('profiles').select('profiles.personId').where('profiles.id', '=', request.userId),
      )
      .executeTakeFirst();
    const heldCotas = share?.cotas ?? 0;
    if (heldCotas + quantity > max) return { rifaId, max, held: heldCotas };
  }
  return null;
}

/** Subtracts the cotas of these orders. */
export async function releaseShares(trx: Transaction<DB>, orderIds: readonly string[]): Promise<void> {
  await addToShares(trx, orderIds, 'released');
}

/** Subtracts returned cotas of an order that stays paid. */
export async function releaseCotasOfShare(
  trx: Transaction<DB>,
  userId: string,
  returned: readonly { rifaId: string; numbers: readonly number[] }[],
): Promise<void> {
  await sql`
    update rifa_shares s set cotas = s.cotas - t.cotas
    from (
      select rifa_id, sum(cotas)::integer as cotas
      from unnest(${returned.map(({ rifaId }) => rifaId)}::uuid[],
        ${returned.map(({ numbers }) => numbers.length)}::integer[]) as line (rifa_id, cotas)
      group by rifa_id
    ) as t
    where s.rifa_id = t.rifa_id
      and s.user_id = (select person_id from profiles where id = ${userId})`.execute(trx);
}

/** Subtracts received cotas that no longer count. @param cotas one entry per cota */
export async function releaseReceived(
  trx: Transaction<DB>,
  cotas: readonly { rifaId: string; userId: string }[],
): Promise<void> {
  if (cotas.length === 0) return;
  await lockAccounts(trx, sql`select unnest(${cotas.map(({ userId }) => userId)}::uuid[])`);
  await sql`
    with ended as (
      select rifa_id, person_id, count(*)::integer as cotas
      from unnest(${cotas.map(({ rifaId }) => rifaId)}::uuid[], ${cotas.map(({ userId }) => userId)}::uuid[])
        as cota (rifa_id, user_id)
      join profiles on profiles.id = cota.user_id
      group by rifa_id, person_id
    ), locked as (
      select s.rifa_id, s.user_id, ended.cotas from ended
      join rifa_shares s on s.rifa_id = ended.rifa_id and s.user_id = ended.person_id
      order by s.rifa_id, s.user_id for update of s
    )
    update rifa_shares s set cotas = s.cotas - locked.cotas
    from locked where s.rifa_id = locked.rifa_id and s.user_id = locked.user_id`.execute(trx);
}

/**
 * Adds the cotas of an order again.
 * @param areSold they were sold before: persons who were joined may keep more than the limit, but buy no more
 * @returns false if that exceeds a limit
 */
export async function retakeShares(
  trx: Transaction<DB>,
  orderId: string,
  { areSold }: { areSold: boolean },
): Promise<boolean> {
  return addToShares(trx, [orderId], areSold ? 'sold' : 'bought');
}

async function addToShares(
  trx: Transaction<DB>,
  orderIds: readonly string[],
  cause: 'bought' | 'sold' | 'released',
): Promise<boolean> {
  const sign = cause === 'released' ? -1 : 1;
  await lockAccounts(
    trx,
    sql`select user_id from orders join order_items on order_id = orders.id
      join rifas on rifas.id = order_items.rifa_id and max_per_person is not null
      where orders.id = any(${orderIds}::uuid[])`,
  );
  const { rows } = await sql<{ rifaId: string; userId: string; cotas: number; most: number; change: number }>`
    select s.rifa_id, s.user_id, s.cotas, t.change,
      case when ${cause === 'bought'} then least(s.most, r.max_per_person) else s.most end as most
    from (
      select i.rifa_id, profiles.person_id as user_id, sum(i.quantity)::integer * ${sign}::integer as change
      from order_items i join orders o on o.id = i.order_id join profiles on profiles.id = o.user_id
      where o.id = any(${orderIds}::uuid[]) group by i.rifa_id, profiles.person_id
    ) as t
    join rifa_shares s using (rifa_id, user_id)
    join rifas r on r.id = s.rifa_id
    order by s.rifa_id, s.user_id for update of s`.execute(trx);
  if (rows.length === 0) return true;
  if (rows.some(({ cotas, change, most }) => change > 0 && cotas + change > most)) return false;
  await sql`
    update rifa_shares s set cotas = s.cotas + t.change
    from unnest(${rows.map((row) => row.rifaId)}::uuid[], ${rows.map((row) => row.userId)}::uuid[],
      ${rows.map((row) => row.change)}::integer[]) as t (rifa_id, user_id, change)
    where s.rifa_id = t.rifa_id and s.user_id = t.user_id`.execute(trx);
  return true;
}

/**
 * Against a join with another person, which moves the shares: the next statement sees the shares of the person that
 * the account then belongs to.
 */
async function lockAccounts(trx: Transaction<DB>, userIds: RawBuilder<unknown>): Promise<void> {
  await sql`select id from profiles where id in (${userIds}) order by id for key share`.execute(trx);
}
