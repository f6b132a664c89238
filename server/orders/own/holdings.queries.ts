import type { Kysely, NotNull } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Rifas in which these users hold bought or received cotas, latest first. */
export function selectHeldRifas(
  db: Kysely<DB>,
  userIds: readonly string[],
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .selectFrom(
      db
        .selectFrom('orders')
        .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
        .select(['orderItems.rifaId', 'orders.createdAt as since'])
        .where('orders.userId', 'in', userIds)
        .where('orders.status', '=', 'paid')
        .unionAll(
          claimedGifts(db)
            .select(['gift.rifaId', 'gift.claimedAt as since'])
            .where('gift.recipientId', 'in', userIds)
            .$narrowType<{ since: NotNull }>(),
        )
        .as('held'),
    )
    .innerJoin('rifas', 'rifas.id', 'held.rifaId')
    .select([
      'rifas.id',
      'rifas.title',
      'rifas.image',
      'rifas.status',
      'rifas.drawDate',
      'rifas.totalNumbers',
    ])
    .groupBy('rifas.id')
    .orderBy((eb) => eb.fn.max('held.since'), 'desc')
    .orderBy('rifas.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Paid lines of these rifas, newest first. */
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

/** Claimed cotas of these rifas given or received by these users, by number. */
export function selectClaimedGifts(db: Kysely<DB>, userIds: readonly string[], rifaIds: readonly string[]) {
  return claimedGifts(db)
    .innerJoin('profiles as giver', 'giver.id', 'gift.giverId')
    .select(['gift.rifaId', 'gift.reference', 'gift.number', 'gift.giverId', 'gift.recipientId'])
    .select('giver.name as giver')
    .where('gift.rifaId', 'in', rifaIds)
    .where((eb) => eb.or([eb('gift.giverId', 'in', userIds), eb('gift.recipientId', 'in', userIds)]))
    .orderBy('gift.number')
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

/** Owners as on the list of the draw. */
function claimedGifts(db: Kysely<DB>) {
  return db
    .selectFrom('cotaGifts as gift')
    .innerJoin('orders', 'orders.id', 'gift.orderId')
    .where('gift.claimedAt', 'is not', null)
    .where('gift.cancelledAt', 'is', null)
    .where('orders.status', '=', 'paid');
}
