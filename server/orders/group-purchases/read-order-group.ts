import type { Kysely } from 'kysely';
import type { OrderGroupParts } from '@mare/contract/orders/group-purchases.ts';
import { partState } from '@mare/domain/orders/group-purchases/part-state.ts';
import type { DB } from '@mare/database/schema.ts';
import { findGroupOfOrder } from './find-group.ts';
import { selectGroup, selectParts } from './group.queries.ts';

/** For the team: the group that the order is or was a part of, with the orders of all its parts. */
export async function readOrderGroup(db: Kysely<DB>, orderId: string): Promise<OrderGroupParts | null> {
  const found = await findGroupOfOrder(db, orderId);
  if (!found) return null;
  const { token, name, partNo, state } = found;
  const group = (await selectGroup(db, { token }))!;
  const parts = await selectParts(db, group.id);
  return {
    token,
    name,
    partNo,
    state,
    deadline: group.deadline.toISOString(),
    parts: parts.map((part) => ({
      partNo: part.partNo,
      state: partState(part),
      orderId: part.orderId,
      name: nameOf(part.customer),
    })),
  };
}

/** As stated at the purchase. */
function nameOf(customer: unknown): string | null {
  const { name } = (customer ?? {}) as { name?: unknown };
  return typeof name === 'string' && name !== '' ? name : null;
}
