/**
 * Locks rifas against a concurrent freeze of their lists, which locks the rifa for update: the freeze either finished
 * before, or waits until the caller's transaction ends.
 */
import type { Expression, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** @returns the locked rifas, ordered by id */
export function lockRifas(trx: Transaction<DB>, rifaIds: readonly string[] | Expression<string>) {
  return trx
    .selectFrom('rifas')
    .select(['status', 'salesEndAt', 'pausedAt'])
    .where('id', 'in', rifaIds)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Locks all rifas of the orders' lines. @returns the locked rifas, ordered by id */
export function lockRifasOfOrders(trx: Transaction<DB>, orderIds: readonly string[]) {
  const ofOrders = trx.selectFrom('orderItems').select('rifaId').where('orderId', 'in', orderIds);
  return lockRifas(trx, ofOrders.$asScalar());
}

export const lockRifasOfOrder = (trx: Transaction<DB>, orderId: string) => lockRifasOfOrders(trx, [orderId]);
