import { type Kysely, sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { RifaShare } from '@mare/domain/payments/ledger.ts';
import { selectPaidShares } from '../orders/returns/returned-cotas.ts';

export interface PayableOrder {
  id: string;
  externalReference: string;
  totalCentavos: number;
  status: string;
  customer: unknown;
  holdExpiresAt: Date;
  closingAt: Date | null;
  disputedAt: Date | null;
}

const orderColumns = [
  'id',
  'externalReference',
  'totalAmount',
  'status',
  'customer',
  'holdExpiresAt',
  'closingAt',
  'disputedAt',
] as const;

type OrderRow = Omit<PayableOrder, 'totalCentavos'> & { totalAmount: string };

function payable({ totalAmount, ...order }: OrderRow): PayableOrder {
  return { ...order, totalCentavos: centavosFromNumeric(totalAmount) };
}

export async function findPayableOrderByReference(
  db: Kysely<DB>,
  reference: string,
): Promise<PayableOrder | null> {
  const row = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('externalReference', '=', reference)
    .executeTakeFirst();
  return row ? payable(row) : null;
}

export async function findPayableOrder(db: Kysely<DB>, orderId: string): Promise<PayableOrder | null> {
  const row = await db.selectFrom('orders').select(orderColumns).where('id', '=', orderId).executeTakeFirst();
  return row ? payable(row) : null;
}

export async function findOrderLines(db: Kysely<DB>, orderId: string) {
  const rows = await db
    .selectFrom('orderItems')
    .innerJoin('rifas', 'rifas.id', 'orderItems.rifaId')
    .select(['orderItems.rifaId', 'orderItems.quantity', 'orderItems.bonusQuantity'])
    .select(['orderItems.totalAmount', 'rifas.title'])
    .where('orderId', '=', orderId)
    .orderBy('orderItems.lineNo')
    .execute();
  return rows.map(({ totalAmount, ...line }) => ({
    ...line,
    totalCentavos: centavosFromNumeric(totalAmount),
  }));
}

/**
 * Amount paid for each line of an order that is being settled, and discount on each rifa by plans, combos and
 * coupons, in centavos, before any refund.
 */
export async function findSettledMoney(
  db: Kysely<DB>,
  orderId: string,
): Promise<{ shares: RifaShare[]; discounts: { rifaId: string; centavos: number }[] }> {
  const { rows } = await sql<{ rifaId: string; amount: string; saved: string }>`
    select rifa_id, sum(amount) as amount, sum(saved) as saved
    from (
      select line_no, rifa_id, total_amount as amount, (quantity - bonus_quantity) * unit_price - total_amount as saved
      from order_items where order_id = ${orderId}
      union all
      select line_no, rifa_id, value, 0 from returned_cotas where order_id = ${orderId} and released_at is not null
    ) as line
    group by line_no, rifa_id order by line_no`.execute(db);
  const lines = rows.map(({ rifaId, amount, saved }) => ({
    rifaId,
    totalCentavos: centavosFromNumeric(amount),
    savedCentavos: centavosFromNumeric(saved),
  }));
  return { shares: lines, discounts: discountsOf(lines) };
}

/** Discount on each rifa. @param lines negative if a line costs more than the list price */
export function discountsOf(
  lines: readonly { rifaId: string; savedCentavos: number }[],
): { rifaId: string; centavos: number }[] {
  const savedOf = new Map<string, number>();
  for (const { rifaId, savedCentavos } of lines)
    savedOf.set(rifaId, (savedOf.get(rifaId) ?? 0) + savedCentavos);
  return [...savedOf].map(([rifaId, saved]) => ({ rifaId, centavos: Math.max(0, saved) }));
}

/** Amount paid for each line, including returned cotas. */
export async function findRifaShares(db: Kysely<DB>, orderId: string): Promise<RifaShare[]> {
  const shares = await selectPaidShares(db, orderId);
  return shares.map(({ rifaId, centavos }) => ({ rifaId, totalCentavos: centavos }));
}
