/** Data of the order page besides the order itself. */
import { type Kysely, sql } from 'kysely';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { areInstantPrizesOnHold, isWinOnHold } from '../../orders/reading/prizes-on-hold.ts';

type Payment = { provider: string; paymentId: string };

/** Entries of the order's settlement, payments and commissions, oldest first. */
export async function selectOrderLedger(
  db: Kysely<DB>,
  orderId: string,
  payments: readonly Payment[],
): Promise<NonNullable<OrderDetail['ledger']>> {
  const ofPayments = payments.map(({ provider, paymentId }) => `${provider}:${paymentId}`);
  const keys = [`settle:${orderId}`, `discount:${orderId}`, `commission:${orderId}`];
  const beginnings = [`commission_reversal:${orderId}:`, `fix-order:${orderId}:`];
  for (const payment of ofPayments) {
    keys.push(`in:${payment}`, `pix:${payment}`, `fee:${payment}`, `cb:${payment}`);
    beginnings.push(
      `out:${payment}:`,
      `fix-payment:${payment}:`,
      `fee:${payment}:`,
      `cb:${payment}:`,
      `elsewhere:${payment}:`,
      `undo:${payment}:`,
      `again:${payment}:`,
    );
  }
  const begins = beginnings.map((text) => sql`txn_key >= ${text} and txn_key < ${following(text)}`);
  const { rows } = await sql<{
    id: number;
    at: Date;
    kind: string;
    account: string;
    rifaTitle: string | null;
    amount: string;
  }>`
    select entry.id, entry.created_at as at, account, amount, rifas.title as rifa_title,
      case
        when txn_key like 'cb:%:won' then 'cb_won'
        when txn_key like 'commission_reversal:%:won:%' then 'commission_restored'
        else split_part(txn_key, ':', 1)
      end as kind
    from ledger_entries entry left join rifas on rifas.id::text = split_part(account, ':', 2)
    where txn_key = any (${keys}) or ${sql.join(begins, sql` or `)}
    order by entry.id`.execute(db);
  return rows.map(({ id, at, amount, ...entry }) => ({
    ...entry,
    id,
    at: at.toISOString(),
    centavos: centavosFromNumeric(amount),
  }));
}

/** Exclusive end of the range of texts with this prefix: ';' is the character after ':'. */
function following(text: string): string {
  return `${text.slice(0, -1)};`;
}

/** Newest first. */
export async function selectOrderWebhooks(
  db: Kysely<DB>,
  payments: readonly Payment[],
): Promise<NonNullable<OrderDetail['webhooks']>> {
  if (payments.length === 0) return [];
  const rows = await db
    .selectFrom('webhookInbox')
    .select(['id', 'receivedAt', 'topic', 'hits', 'status', 'lastError as error'])
    .where(
      'resourceId',
      'in',
      payments.map(({ paymentId }) => paymentId),
    )
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ id, receivedAt, ...row }) => ({
    ...row,
    id,
    receivedAt: receivedAt.toISOString(),
  }));
}

/** Oldest first. */
export async function selectOrderMails(db: Kysely<DB>, orderId: string): Promise<OrderDetail['mails']> {
  const beginning = `order:${orderId}:`;
  const rows = await db
    .selectFrom('outbox')
    .select(['key', 'state', 'recipient', 'createdAt', 'settledAt'])
    .where('key', '>=', beginning)
    .where('key', '<', following(beginning))
    .orderBy('createdAt')
    .execute();
  return rows.map(({ key, state, recipient, createdAt, settledAt }) => {
    const [, , kind = '', occasion = ''] = key.split(':');
    return {
      key,
      kind: occasion === 'again' ? `${kind}_again` : kind,
      state: state as OrderDetail['mails'][number]['state'],
      recipient,
      at: (settledAt ?? createdAt).toISOString(),
    };
  });
}

export async function selectOrderGifts(db: Kysely<DB>, orderId: string): Promise<OrderDetail['gifts']> {
  const rows = await db
    .selectFrom('cotaGifts as gift')
    .innerJoin('rifas', 'rifas.id', 'gift.rifaId')
    .select(['gift.id', 'gift.number', 'gift.recipientName', 'gift.claimedAt', 'gift.cancelledAt'])
    .select(['gift.createdAt', 'rifas.title as rifaTitle', 'rifas.totalNumbers'])
    .where('gift.orderId', '=', orderId)
    .orderBy('gift.createdAt')
    .execute();
  return rows.map(({ claimedAt, cancelledAt, createdAt, ...gift }) => ({
    ...gift,
    state: cancelledAt ? 'cancelled' : claimedAt ? 'claimed' : 'waiting',
    createdAt: createdAt.toISOString(),
  }));
}

/** Prizes of draws, and cotas premiadas that were found. */
export async function selectOrderPrizes(db: Kysely<DB>, orderId: string): Promise<OrderDetail['prizes']> {
  const { rows } = await sql<Omit<OrderDetail['prizes'][number], 'at'> & { at: Date }>`
    select rifas.title as rifa_title, rifas.total_numbers, winner_position || 'º prêmio' as name, winner_number as number,
      case when claim.state in ('delivered', 'expired') then claim.state
        when ${isWinOnHold('winner')} then 'on_hold' else 'won' end as state, winner.created_at as at
    from rifa_winners winner join rifas on rifas.id = winner.rifa_id join orders on orders.id = winner.order_id
      left join prize_claims claim on claim.winner_id = winner.id
    where winner.order_id = ${orderId}
    union all
    select rifas.title, rifas.total_numbers, prize.name, prize.number,
      case when prize.voided_at is not null then 'void' when prize.delivered_at is not null then 'delivered'
        when ${areInstantPrizesOnHold} then 'on_hold' else 'won' end, prize.found_at
    from instant_prizes prize join rifas on rifas.id = prize.rifa_id join orders on orders.id = prize.order_id
    where prize.order_id = ${orderId} and prize.found_at is not null
    order by at`.execute(db);
  return rows.map(({ at, ...prize }) => ({ ...prize, at: at.toISOString() }));
}

export async function selectTicketsOf(db: Kysely<DB>, userId: string): Promise<OrderDetail['tickets']> {
  const rows = await db
    .selectFrom('supportTickets')
    .select(['id', 'subject', 'status', 'createdAt'])
    .where('userId', '=', userId)
    .where('mergedInto', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(10)
    .execute();
  return rows.map(({ createdAt, ...ticket }) => ({ ...ticket, createdAt: createdAt.toISOString() }));
}

/** Kind of the event that holds a note. */
export const NOTE = 'note_added';

export async function selectOrderNotes(db: Kysely<DB>, orderId: string): Promise<OrderDetail['notes']> {
  const rows = await db
    .selectFrom('orderEvents as event')
    .leftJoin('profiles as author', (join) => join.on(sql<boolean>`event.source = 'staff:' || author.id`))
    .select(['event.id', 'event.createdAt', 'author.name as authorName'])
    .select(sql<string>`event.data ->> 'note'`.as('note'))
    .where('event.orderId', '=', orderId)
    .where('event.kind', '=', NOTE)
    .orderBy('event.id')
    .execute();
  return rows.map(({ id, createdAt, ...row }) => ({
    ...row,
    id,
    createdAt: createdAt.toISOString(),
  }));
}

/** Events of the order and outcomes of its payments' refunds, oldest first, without amounts. */
export async function selectOrderTimeline(
  db: Kysely<DB>,
  orderId: string,
  payments: readonly Payment[],
): Promise<OrderDetail['timeline']> {
  const events = await db
    .selectFrom('orderEvents')
    .select(['id', 'kind', 'createdAt as at'])
    .where('orderId', '=', orderId)
    .where('kind', '!=', NOTE)
    .orderBy('id')
    .execute();
  const refunds =
    payments.length === 0
      ? []
      : await db
          .selectFrom('refunds')
          .select(['id', 'state', 'updatedAt as at'])
          .where((eb) =>
            eb.or(
              payments.map(({ provider, paymentId }) =>
                eb.and([eb('provider', '=', provider), eb('paymentId', '=', paymentId)]),
              ),
            ),
          )
          .where('state', 'in', ['done', 'rejected'])
          .execute();
  const ends = refunds.map(({ state, ...refund }) => ({ ...refund, kind: `refund.${state}` }));
  return [...events, ...ends]
    .map(({ id, kind, at }) => ({ id: String(id), kind, at: at.toISOString() }))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
