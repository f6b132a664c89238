import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Rifas of which these people hold paid cotas, those bought last first. */
export function selectHeldRifas(
  db: Kysely<DB>,
  userIds: readonly string[],
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .selectFrom('orders')
    .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
    .innerJoin('rifas', 'rifas.id', 'orderItems.rifaId')
    .select([
      'rifas.id',
      'rifas.title',
      'rifas.image',
      'rifas.status',
      'rifas.drawDate',
      'rifas.totalNumbers',
    ])
    .where('orders.userId', 'in', userIds)
    .where('orders.status', '=', 'paid')
    .groupBy('rifas.id')
    .orderBy((eb) => eb.fn.max('orders.createdAt'), 'desc')
    .orderBy('rifas.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The paid lines of those rifas, newest first. */
export function selectPaidLines(db: Kysely<DB>, userIds: readonly string[], rifaIds: readonly string[]) {
  return db
    .selectFrom('orders')
    .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
    .select(['orderItems.rifaId', 'orderItems.selectedNumbers'])
    .select(['orders.id as orderId', 'orders.externalReference', 'orders.paidAt'])
    .where('orders.userId', 'in', userIds)
    .where('orders.status', '=', 'paid')
    .where('orderItems.rifaId', 'in', rifaIds)
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id')
    .execute();
}

export function selectDrawnNumbers(db: Kysely<DB>, rifaIds: readonly string[]) {
  return db
    .selectFrom('rifaWinners')
    .select(['rifaId', 'winnerNumber as number', 'winnerPosition as position'])
    .where('rifaId', 'in', rifaIds)
    .orderBy('winnerPosition')
    .execute();
}
