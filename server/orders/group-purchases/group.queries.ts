import type { Kysely } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { GroupEndReason } from '@mare/domain/orders/group-purchases/part-state.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import { shownStatusOf } from '../participation/rifa-on-sale.ts';
import type { OrderGroup } from './find-group.ts';

export interface StoredGroup extends Pick<OrderGroup, 'token' | 'name' | 'parts'> {
  id: string;
  rifaId: string;
  title: string;
  image: string;
  totalNumbers: number;
  drawDate: Date;
  rifaStatus: string;
  pauseReason: string | null;
  starterId: string;
  starterName: string | null;
  quantity: number;
  tier: string | null;
  partCentavos: number;
  deadline: Date;
  createdAt: Date;
  openedAt: Date | null;
  endedAt: Date | null;
  endReason: GroupEndReason | null;
}

export async function selectGroup(
  db: Kysely<DB>,
  by: { token: string } | { id: string },
): Promise<StoredGroup | null> {
  const row = await db
    .selectFrom('groupPurchases as group')
    .innerJoin('rifas', 'rifas.id', 'group.rifaId')
    .innerJoin('profiles', 'profiles.id', 'group.starterId')
    .select(['group.id', 'group.token', 'group.name', 'group.parts', 'group.rifaId', 'group.starterId'])
    .select(['group.quantity', 'group.tier', 'group.partAmount', 'group.deadline', 'group.openedAt'])
    .select('group.createdAt')
    .select(['group.endedAt', 'group.endReason', 'profiles.name as starterName'])
    .select(['rifas.title', 'rifas.image', 'rifas.totalNumbers', 'rifas.drawDate'])
    .select(['rifas.pauseReason', shownStatusOf('rifas').as('rifaStatus')])
    .where((eb) => ('id' in by ? eb('group.id', '=', by.id) : eb('group.token', '=', by.token)))
    .executeTakeFirst();
  if (!row) return null;
  const { partAmount, endReason, ...group } = row;
  return {
    ...group,
    endReason: endReason as GroupEndReason | null,
    partCentavos: centavosFromNumeric(partAmount),
  };
}

export interface StoredPart {
  partNo: number;
  /** Drawn for the part. */
  numbers: number[];
  /** Left in the latest order, which may have returned some; null while the part is free. */
  orderNumbers: number[] | null;
  isFree: boolean;
  /** Latest order of the part; null while the part is free. */
  orderId: string | null;
  status: OrderStatus | null;
  userId: string | null;
  customer: unknown;
  externalReference: string | null;
  /** Since when the payment of the part is disputed. */
  disputedAt: Date | null;
}

export async function selectParts(db: Kysely<DB>, groupId: string): Promise<StoredPart[]> {
  const rows = await db
    .selectFrom('groupPurchaseParts as part')
    .leftJoin('orders', 'orders.id', 'part.orderId')
    .leftJoin('orderItems', 'orderItems.orderId', 'part.orderId')
    .select('orderItems.selectedNumbers as orderNumbers')
    .select(['part.partNo', 'part.numbers', 'part.isFree', 'part.orderId'])
    .select(['orders.status', 'orders.userId', 'orders.customer', 'orders.externalReference'])
    .select('orders.disputedAt')
    .where('part.groupId', '=', groupId)
    .orderBy('part.partNo')
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as OrderStatus | null }));
}
