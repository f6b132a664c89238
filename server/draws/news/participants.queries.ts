/** Participants of a rifa: buyers of paid cotas, and recipients of gifts. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { emailOrStated } from '../../accounts/express/stated-email.ts';

/**
 * An order counts while it is paid, and when it was paid until this rifa was cancelled. The event alone may concern
 * another rifa of the order.
 */
const tookPart = (rifaId: string) => sql`(orders.status = 'paid' or exists (
  select from order_events as event join rifas on rifas.id = ${rifaId} and rifas.status = 'cancelled'
  where event.order_id = orders.id and event.kind = 'refund_requested' and event.source = 'rifa_cancelled'))`;

interface ListOptions {
  withoutWinners: boolean;
  /** Only participants with a greater id; null for all. */
  after: string | null;
  limit: number;
}

/** @returns user ids, ascending */
export async function listParticipants(
  db: Kysely<DB>,
  rifaId: string,
  { withoutWinners, after, limit }: ListOptions,
): Promise<string[]> {
  // A line whose cotas were all refunded is no longer in an order that goes on.
  const { rows } = await sql<{ userId: string }>`
    select user_id from (
      select orders.user_id from order_items as item join orders on orders.id = item.order_id
      where item.rifa_id = ${rifaId} and ${tookPart(rifaId)}
      union
      select orders.user_id from returned_cotas as returned
      join refunds on refunds.id = returned.refund_id and refunds.reason = 'rifa_cancelled'
      join orders on orders.id = returned.order_id
      where returned.rifa_id = ${rifaId} and returned.released_at is not null
      union
      select gift.recipient_id from cota_gifts as gift join orders on orders.id = gift.order_id
      where gift.rifa_id = ${rifaId} and gift.claimed_at is not null and gift.cancelled_at is null and ${tookPart(rifaId)}
    ) as participant
    where (${after}::uuid is null or user_id > ${after}::uuid)
      and (not ${withoutWinners} or not exists (
        select from rifa_winners as winner where winner.rifa_id = ${rifaId} and winner.user_id = participant.user_id))
    order by user_id limit ${limit}`.execute(db);
  return rows.map(({ userId }) => userId);
}

export interface NewsRecipient {
  userId: string;
  name: string | null;
  email: string;
}

/** Participants with an e-mail address; for an express account, the address of its paid orders. */
export async function findNewsRecipients(
  db: Kysely<DB>,
  userIds: readonly string[],
): Promise<NewsRecipient[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<NewsRecipient>`
    select * from (
      select id as user_id, name, ${emailOrStated} as email
      from profiles where id = any (${[...userIds]}::uuid[])) as participant
    where email is not null order by user_id`.execute(db);
  return rows;
}
