/** Orders with everything their pages show. */
import type { OrderDiscount } from '@mare/domain/checkout/discounts.ts';
import { totalQuantity } from '@mare/domain/orders/total-quantity.ts';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import { cashOwed, cashOwedOf } from './cash-owed.ts';
import { shownStatusOf, shownStatusSql } from '../participation/rifa-on-sale.ts';

export interface OrderLine {
  rifaId: string;
  title: string;
  image: string;
  totalNumbers: number;
  drawDate: Date;
  salesEndAt: Date;
  drawExtraction: number | null;
  /** 'paused' while its sales are. */
  rifaStatus: string;
  /** All cotas, and the bonus cotas among them. */
  quantity: number;
  bonusQuantity: number;
  unitPriceCentavos: number;
  totalCentavos: number;
  /** Ascending. */
  numbers: number[];
}

export interface StoredOrder {
  id: string;
  externalReference: string;
  userId: string;
  status: OrderStatus;
  /** Cotas as ordered, including cotas returned later. */
  quantity: number;
  totalCentavos: number;
  /** Total refunded of the payment that settled the order, in centavos. */
  returnedCentavos: number;
  customer: unknown;
  holdExpiresAt: Date;
  closingAt: Date | null;
  /** Cash of a refund that was recorded as handed over by mistake. */
  cashOwedCentavos: number;
  /** Since when the bank of the payer decides about a dispute. */
  disputedAt: Date | null;
  paidAt: Date | null;
  createdAt: Date;
  /** Part that the order pays, for a group purchase. */
  groupPartId: string | null;
  /** Discounts on the price; also empty for orders older than stored discounts. */
  discounts: OrderDiscount[];
  lines: OrderLine[];
}

/** Number of cotas of an order, without those returned while the rest stayed. */
export function cotasOf({ lines }: Pick<StoredOrder, 'lines'>): number {
  return totalQuantity(lines);
}

interface LineColumns extends Omit<
  OrderLine,
  'quantity' | 'unitPriceCentavos' | 'totalCentavos' | 'numbers'
> {
  lineQuantity: number;
  unitPrice: string;
  lineAmount: string;
  selectedNumbers: number[];
}

/** An order with one of its lines; an order that lost all its lines has one row without. */
export type OrderRow = Omit<
  StoredOrder,
  'status' | 'totalCentavos' | 'returnedCentavos' | 'discounts' | 'lines'
> & {
  status: string;
  totalAmount: string;
  returnedAmount: string | null;
  discounts: OrderDiscount[] | null;
} & { [Column in keyof LineColumns]: LineColumns[Column] | null };

export async function selectOrder(
  db: Kysely<DB>,
  by: { externalReference: string } | { id: string },
): Promise<StoredOrder | null> {
  const rows: OrderRow[] = await selectOrderRows(db)
    .where((eb) =>
      'id' in by ? eb('orders.id', '=', by.id) : eb('orders.externalReference', '=', by.externalReference),
    )
    .orderBy('line.lineNo')
    .execute();
  return toOrders(rows)[0] ?? null;
}

/** Orders with one row per line, in the order in which `toOrders` reads them. */
export function selectOrderRows(db: Kysely<DB>) {
  return db
    .selectFrom('orders')
    .leftJoin('orderItems as line', 'line.orderId', 'orders.id')
    .leftJoin('rifas', 'rifas.id', 'line.rifaId')
    .select((eb) =>
      eb
        .selectFrom('providerPayments')
        .select('refunded')
        .whereRef('providerPayments.orderId', '=', 'orders.id')
        .where('disposition', '=', 'settles')
        .limit(1)
        .as('returnedAmount'),
    )
    .select(['orders.id', 'orders.externalReference', 'orders.userId', 'orders.status', 'orders.quantity'])
    .select(cashOwed.as('cashOwedCentavos'))
    .select(['orders.totalAmount', 'orders.customer', 'orders.holdExpiresAt', 'orders.closingAt'])
    .select(['orders.paidAt', 'orders.createdAt', 'orders.groupPartId', 'orders.disputedAt'])
    .select((eb) => eb.ref('orders.discounts').$castTo<OrderDiscount[] | null>().as('discounts'))
    .select(['line.rifaId', 'line.quantity as lineQuantity', 'line.bonusQuantity', 'line.unitPrice'])
    .select(['line.totalAmount as lineAmount', 'line.selectedNumbers'])
    .select(['rifas.title', 'rifas.image', 'rifas.totalNumbers', 'rifas.drawDate', 'rifas.salesEndAt'])
    .select(['rifas.drawExtraction', shownStatusOf('rifas').as('rifaStatus')]);
}

/** The columns of an `OrderRow` for a raw SQL statement, which has the order as `own`, its lines and their rifas. */
export const ORDER_COLUMNS = `own.id, own.external_reference as "externalReference", own.user_id as "userId", own.status,
  own.quantity, own.total_amount as "totalAmount", own.customer, own.hold_expires_at as "holdExpiresAt",
  own.closing_at as "closingAt", own.disputed_at as "disputedAt", own.paid_at as "paidAt",
  own.created_at as "createdAt", own.group_part_id as "groupPartId", own.discounts,
  (select refunded from provider_payments payment
    where payment.order_id = own.id and payment.disposition = 'settles' limit 1) as "returnedAmount",
  ${cashOwedOf('own.id')} as "cashOwedCentavos",
  line.rifa_id as "rifaId", line.quantity as "lineQuantity", line.bonus_quantity as "bonusQuantity",
  line.unit_price as "unitPrice", line.total_amount as "lineAmount", line.selected_numbers as "selectedNumbers",
  rifas.title, rifas.image, rifas.total_numbers as "totalNumbers", rifas.draw_date as "drawDate",
  rifas.sales_end_at as "salesEndAt", rifas.draw_extraction as "drawExtraction",
  ${shownStatusSql('rifas')} as "rifaStatus"`;

/** @returns those of these orders that exist, by id */
export async function selectOrdersById(
  pool: pg.Pool,
  ids: readonly string[],
): Promise<Map<string, StoredOrder>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<OrderRow>({
    name: 'orders-by-id',
    text: `select ${ORDER_COLUMNS} from orders as own
           left join (order_items as line join rifas on rifas.id = line.rifa_id) on line.order_id = own.id
           where own.id = any ($1::uuid[])
           order by own.id, line.line_no`,
    values: [ids],
  });
  return new Map(toOrders(rows).map((order) => [order.id, order]));
}

/** @param rows lines of an order in their order */
export function toOrders(rows: readonly OrderRow[]): StoredOrder[] {
  const orders = new Map<string, StoredOrder>();
  for (const row of rows) {
    const { id, externalReference, userId, status, quantity, customer } = row;
    const { holdExpiresAt, closingAt, disputedAt, paidAt, createdAt, groupPartId } = row;
    let order = orders.get(id);
    if (!order) {
      order = {
        id,
        externalReference,
        userId,
        status: status as OrderStatus,
        quantity,
        totalCentavos: centavosFromNumeric(row.totalAmount),
        returnedCentavos: centavosFromNumeric(row.returnedAmount ?? '0'),
        cashOwedCentavos: row.cashOwedCentavos,
        customer,
        holdExpiresAt,
        closingAt,
        disputedAt,
        paidAt,
        createdAt,
        groupPartId,
        discounts: row.discounts ?? [],
        lines: [],
      };
      orders.set(id, order);
    }
    if (hasLine(row)) order.lines.push(toLine(row));
  }
  return [...orders.values()];
}

function hasLine(row: OrderRow): row is OrderRow & LineColumns {
  return row.title !== null;
}

function toLine(row: LineColumns): OrderLine {
  const { rifaId, title, image, totalNumbers, drawDate, salesEndAt, drawExtraction, rifaStatus } = row;
  return {
    rifaId,
    title,
    image,
    totalNumbers,
    drawDate,
    salesEndAt,
    drawExtraction,
    rifaStatus,
    quantity: row.lineQuantity,
    bonusQuantity: row.bonusQuantity,
    unitPriceCentavos: centavosFromNumeric(row.unitPrice),
    totalCentavos: centavosFromNumeric(row.lineAmount),
    numbers: row.selectedNumbers,
  };
}
