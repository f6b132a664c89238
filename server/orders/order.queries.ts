/** Orders with everything their pages show. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';

export interface OrderLine {
  rifaId: string;
  title: string;
  image: string;
  totalNumbers: number;
  drawDate: Date;
  salesEndAt: Date;
  drawExtraction: number | null;
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
  quantity: number;
  totalCentavos: number;
  customer: unknown;
  holdExpiresAt: Date;
  closingAt: Date | null;
  paidAt: Date | null;
  createdAt: Date;
  lines: OrderLine[];
}

type OrderFilter =
  | { externalReference: string }
  | { id: string }
  /** Newest first; `before` continues after the last order of the previous page. */
  | { userIds: readonly string[]; limit: number; before?: Date };

export async function selectOrders(db: Kysely<DB>, filter: OrderFilter): Promise<StoredOrder[]> {
  let query = db
    .selectFrom('orders')
    .select(['id', 'externalReference', 'userId', 'status', 'quantity', 'totalAmount', 'customer'])
    .select(['holdExpiresAt', 'closingAt', 'paidAt', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id');
  if ('externalReference' in filter) query = query.where('externalReference', '=', filter.externalReference);
  else if ('id' in filter) query = query.where('id', '=', filter.id);
  else {
    query = query.where('userId', 'in', filter.userIds).limit(filter.limit);
    if (filter.before) query = query.where('createdAt', '<', filter.before);
  }
  if ('userIds' in filter && filter.userIds.length === 0) return [];
  const orders = await query.execute();
  const lines = await selectLines(
    db,
    orders.map((order) => order.id),
  );
  return orders.map(({ totalAmount, status, ...order }) => ({
    ...order,
    status: status as OrderStatus,
    totalCentavos: centavosFromNumeric(totalAmount),
    lines: lines.get(order.id) ?? [],
  }));
}

async function selectLines(db: Kysely<DB>, orderIds: string[]): Promise<Map<string, OrderLine[]>> {
  const lines = new Map<string, OrderLine[]>();
  if (orderIds.length === 0) return lines;
  const rows = await db
    .selectFrom('orderItems')
    .innerJoin('rifas', 'rifas.id', 'orderItems.rifaId')
    .select(['orderItems.orderId', 'orderItems.rifaId', 'orderItems.quantity', 'orderItems.bonusQuantity'])
    .select(['orderItems.unitPrice', 'orderItems.totalAmount', 'orderItems.selectedNumbers'])
    .select([
      'rifas.title',
      'rifas.image',
      'rifas.totalNumbers',
      'rifas.drawDate',
      'rifas.salesEndAt',
      'rifas.status',
    ])
    .select('rifas.drawExtraction')
    .where('orderItems.orderId', 'in', orderIds)
    .orderBy('orderItems.lineNo')
    .execute();
  for (const { orderId, unitPrice, totalAmount, selectedNumbers, status, ...row } of rows) {
    const line = {
      ...row,
      rifaStatus: status,
      unitPriceCentavos: centavosFromNumeric(unitPrice),
      totalCentavos: centavosFromNumeric(totalAmount),
      numbers: selectedNumbers,
    };
    lines.set(orderId, [...(lines.get(orderId) ?? []), line]);
  }
  return lines;
}
