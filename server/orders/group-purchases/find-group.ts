import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  type GroupEndReason,
  type GroupState,
  groupState,
} from '@mare/domain/orders/group-purchases/part-state.ts';

/** Token of the group that the order is a part of, or null. */
export async function findGroupToken(db: Kysely<DB>, orderId: string): Promise<string | null> {
  return (await findGroupOfOrder(db, orderId))?.token ?? null;
}

export interface OrderGroup {
  token: string;
  name: string;
  /** 1-based index of the part, and number of parts. */
  partNo: number;
  parts: number;
  isOpen: boolean;
  state: GroupState;
}

/** The group that the order is or was a part of. */
export async function findGroupOfOrder(db: Kysely<DB>, orderId: string): Promise<OrderGroup | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('groupPurchaseParts as part', 'part.id', 'orders.groupPartId')
    .innerJoin('groupPurchases as group', 'group.id', 'part.groupId')
    .select(['group.token', 'group.name', 'part.partNo', 'group.parts'])
    .select(['group.openedAt', 'group.endReason'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  const { openedAt, endReason, ...group } = row;
  const state = groupState({ openedAt, endReason: endReason as GroupEndReason | null });
  return { ...group, state, isOpen: endReason === null };
}

export interface FoundPart {
  id: string;
  rifaId: string;
  /** Cotas paid for, and their plan. */
  quantity: number;
  tier: string | null;
  deadline: Date;
}

export async function findPart(db: Kysely<DB>, token: string, partNo: number): Promise<FoundPart | null> {
  const row = await db
    .selectFrom('groupPurchaseParts as part')
    .innerJoin('groupPurchases as group', 'group.id', 'part.groupId')
    .select(['part.id', 'group.rifaId', 'group.quantity', 'group.tier', 'group.deadline'])
    .where('group.token', '=', token)
    .where('part.partNo', '=', partNo)
    .executeTakeFirst();
  return row ?? null;
}
