/** Cotas that are returned while the rest of their order stays paid. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { PaidLine, ReturnedCotas } from '@mare/domain/orders/returns/decide-return.ts';
import type { ReturnedOfShare } from '@mare/domain/payments/ledger.ts';
import type { RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import type { ExitReason } from '@mare/domain/transparency/log/entry-kinds.ts';
import type { ReturnedOfRifa } from '../lifecycle/order-events.ts';
import { recordExit } from '../lifecycle/record-exit.ts';

/** A row of `paidLinesOf`. The date is text if the row was read as JSON. */
export interface PaidLineRow {
  lineNo: number;
  rifaId: string;
  status: RifaStatus;
  salesEndAt: Date | string;
  isFrozen: boolean;
  total: string;
  bought: number[];
  held: number[];
  prizeNumbers: number[];
  isRevealed: boolean;
  givenNumbers: number[];
}

/** The lines of a paid order with all facts that decide which cotas may be returned. Omits lines without cotas. */
export async function readPaidLines(db: Kysely<DB>, orderId: string): Promise<PaidLine[]> {
  const { rows } = await paidLinesOf(orderId).execute(db);
  return rows.map(toPaidLine);
}

/** @param orderId the id, or an SQL expression for it */
export const paidLinesOf = (orderId: string | RawBuilder<unknown>) => sql<PaidLineRow>`
  select i.line_no as "lineNo", i.rifa_id as "rifaId", r.status, r.sales_end_at as "salesEndAt",
    exists (select from draw_lists l where l.rifa_id = i.rifa_id) as "isFrozen",
    (i.total_amount + coalesce((select sum(c.value) from returned_cotas c
      where c.order_id = i.order_id and c.line_no = i.line_no and c.released_at is not null), 0))::text as total,
    i.selected_numbers || array(select unnest(c.numbers) from returned_cotas c
      where c.order_id = i.order_id and c.line_no = i.line_no and c.released_at is not null) as bought,
    array(select unnest(i.selected_numbers) except
      select unnest(c.numbers) from returned_cotas c join refunds f on f.id = c.refund_id
       where c.order_id = i.order_id and c.line_no = i.line_no and c.released_at is null
         and f.state <> 'rejected') as held,
    array(select p.number from instant_prizes p
           where p.rifa_id = i.rifa_id and p.order_id = i.order_id and p.number is not null
             and p.voided_at is null) as "prizeNumbers",
    -- With the last prize found before, paying reveals nothing.
    exists (select from instant_prizes p where p.rifa_id = i.rifa_id
             and p.commitment is not null and (p.found_at is null or p.found_at >= o.paid_at)) as "isRevealed",
    array(select g.number from cota_gifts g
           where g.order_id = i.order_id and g.rifa_id = i.rifa_id
             and g.claimed_at is not null and g.cancelled_at is null) as "givenNumbers"
  from order_items i
  join orders o on o.id = i.order_id
  join rifas r on r.id = i.rifa_id
  where i.order_id = ${orderId}
  order by i.line_no`;

export function toPaidLine({ status, salesEndAt, isFrozen, total, ...line }: PaidLineRow): PaidLine {
  return {
    ...line,
    rifa: { status, salesEndAt: new Date(salesEndAt), isFrozen },
    totalCentavos: centavosFromNumeric(total),
  };
}

/** Reason of the exclusion in the public log, by reason of the refund. */
const EXITS: Partial<Record<string, ExitReason>> = {
  withdrawal: 'desistencia',
  rifa_cancelled: 'cancelamento',
};

export interface ReturnToRecord extends Omit<ReturnedCotas, 'isSealed'> {
  /** Centavos of their price that the refund pays; less than the price if part of it was refunded before. */
  refundedCentavos: number;
}

export async function recordReturn(
  trx: Transaction<DB>,
  {
    orderId,
    refundId,
    cotas,
    isSealed = false,
  }: {
    orderId: string;
    refundId: string;
    cotas: readonly ReturnToRecord[];
    /** The cotas stay on the frozen list of their rifa. */
    isSealed?: boolean;
  },
): Promise<void> {
  await trx
    .insertInto('returnedCotas')
    .values(
      cotas.map(({ lineNo, rifaId, numbers, centavos, refundedCentavos }) => ({
        refundId,
        orderId,
        lineNo,
        rifaId,
        numbers,
        value: numericFromCentavos(centavos),
        amount: numericFromCentavos(refundedCentavos),
        sealed: isSealed,
      })),
    )
    .execute();
  if (isSealed) return;
  const { reason } = await trx
    .selectFrom('refunds')
    .select('reason')
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow();
  for (const { rifaId, numbers } of cotas)
    await recordExit(trx, orderId, EXITS[reason] ?? 'reembolso', { rifaId, numbers });
}

interface OfRifa {
  rifaId: string;
  centavos: number;
}

/**
 * Assigns newly refunded money of a payment to the returned cotas that it pays for, so that the ledger books it on
 * their rifas. Requires the order's lock.
 * @param centavos newly refunded
 * @returns `keptCotas`: centavos refunded for cotas that stay in the order
 */
export async function bookReturned(
  trx: Transaction<DB>,
  { provider, paymentId }: { provider: string; paymentId: string },
  centavos: number,
): Promise<{
  before: ReturnedOfShare[];
  booked: ReturnedOfShare[];
  returned: ReturnedOfRifa[];
  keptCotas: number;
}> {
  const rows = await trx
    .selectFrom('returnedCotas')
    .innerJoin('refunds', 'refunds.id', 'returnedCotas.refundId')
    .select(['returnedCotas.refundId', 'returnedCotas.rifaId', 'returnedCotas.numbers'])
    .select(['returnedCotas.amount', 'returnedCotas.value', 'returnedCotas.bookedAt', 'returnedCotas.sealed'])
    .select('refunds.amount as refund')
    .where('refunds.provider', '=', provider)
    .where('refunds.paymentId', '=', paymentId)
    .where((eb) => eb.or([eb('bookedAt', 'is not', null), eb('refunds.state', '!=', 'rejected')]))
    .orderBy(sql`refunds.state = 'done'`, 'desc')
    .orderBy('refunds.createdAt')
    .orderBy('refunds.id')
    .execute();
  const ofRifas = (of: typeof rows) =>
    of.map(({ rifaId, amount, value }) => ({
      rifaId,
      centavos: centavosFromNumeric(amount),
      priceCentavos: centavosFromNumeric(value),
    }));
  let left = centavos;
  const paid = new Set<string>();
  for (const { refundId, refund, bookedAt } of rows) {
    if (bookedAt || paid.has(refundId) || centavosFromNumeric(refund) > left) continue;
    paid.add(refundId);
    left -= centavosFromNumeric(refund);
  }
  const newly = rows.filter(({ refundId }) => paid.has(refundId));
  if (paid.size > 0)
    await trx
      .updateTable('returnedCotas')
      .set({ bookedAt: sql<Date>`now()` })
      .where('refundId', 'in', [...paid])
      .execute();
  const ofLeaving = newly.filter(({ sealed }) => !sealed);
  return {
    before: ofRifas(rows.filter(({ bookedAt }) => bookedAt !== null)),
    booked: ofRifas(newly),
    keptCotas: ofLeaving.reduce((left, { amount }) => left - centavosFromNumeric(amount), centavos),
    returned: newly.map(({ rifaId, numbers, sealed }) => ({
      rifaId,
      cotas: numbers.length,
      isSealed: sealed,
    })),
  };
}

/** Shares of the rifas in an order's paid amount, in the order of its lines, including returned cotas. */
export async function selectPaidShares(db: Kysely<DB>, orderId: string): Promise<OfRifa[]> {
  const { rows } = await sql<{ rifaId: string; amount: string }>`
    select rifa_id, sum(amount) as amount
    from (
      select line_no, rifa_id, total_amount as amount from order_items where order_id = ${orderId}
      union all
      select line_no, rifa_id, value from returned_cotas where order_id = ${orderId} and released_at is not null
    ) as line
    group by line_no, rifa_id order by line_no`.execute(db);
  return rows.map(({ rifaId, amount }) => ({ rifaId, centavos: centavosFromNumeric(amount) }));
}
