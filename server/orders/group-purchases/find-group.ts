import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Token of the group that the order is a part of, or null. */
export async function findGroupToken(db: Kysely<DB>, orderId: string): Promise<string | null> {
  return (await findGroupOfOrder(db, orderId))?.token ?? null;
}

export interface OrderGroup {
  token: string;
  name: string;
  /** 1-based, of so many. */
  partNo: number;
  parts: number;
  isOpen: boolean;
}

/** The group that the order is or was a part of. */
export async function findGroupOfOrder(db: Kysely<DB>, orderId: string): Promise<OrderGroup | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('groupPurchaseParts as part', 'part.id', 'orders.groupPartId')
    .innerJoin('groupPurchases as group', 'group.id', 'part.groupId')
    .select(['group.token', 'group.name', 'part.partNo', 'group.parts'])
    .select(sql<boolean>`ended_at is null`.as('isOpen'))
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
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
