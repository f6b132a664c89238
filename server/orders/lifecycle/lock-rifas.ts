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

/** Locks all rifas of the order's lines. @returns the locked rifas, ordered by id */
export function lockRifasOfOrder(trx: Transaction<DB>, orderId: string) {
  const ofOrder = trx.selectFrom('orderItems').select('rifaId').where('orderId', '=', orderId);
  return lockRifas(trx, ofOrder.$asScalar());
}
