import { type Kysely, sql, type Transaction } from 'kysely';
import type { GivenGift } from '@mare/contract/orders/gifts.ts';
import type { DB } from '@mare/database/schema.ts';

/** Without withdrawn gifts. */
export async function selectGivenGifts(db: Kysely<DB>, orderId: string): Promise<GivenGift[]> {
  const rows = await db
    .selectFrom('cotaGifts')
    .select(['reference', 'rifaId', 'recipientName'])
    .select(sql<number[]>`array_agg(number order by number)`.as('numbers'))
    .select((eb) => eb.fn.min('number').as('number'))
    .select(sql<boolean>`bool_or(claimed_at is not null)`.as('isClaimed'))
    .where('orderId', '=', orderId)
    .where('cancelledAt', 'is', null)
    .groupBy(['reference', 'rifaId', 'recipientName'])
    .orderBy(sql`min(created_at)`)
    .orderBy(sql`min(number)`)
    .execute();
  return rows;
}

/** Cotas of an order that recipients have accepted. */
export function selectGivenAway(db: Kysely<DB>, orderId: string) {
  return db
    .selectFrom('cotaGifts')
    .where('orderId', '=', orderId)
    .where('claimedAt', 'is not', null)
    .where('cancelledAt', 'is', null);
}

/** Locks the cotas of a gift, which change together. Empty for an unknown reference. */
export function lockGift(trx: Transaction<DB>, reference: string) {
  return trx
    .selectFrom('cotaGifts')
    .select(['number', 'giverId', 'recipientId', 'claimedAt', 'cancelledAt'])
    .where('reference', '=', reference)
    .orderBy('number')
    .forUpdate()
    .execute();
}

export type GiftOrder = NonNullable<Awaited<ReturnType<typeof findGiftOrder>>>;

/** Fields common to all cotas of a gift. */
export function findGiftOrder(db: Kysely<DB>, reference: string) {
  return db
    .selectFrom('cotaGifts as gift')
    .innerJoin('rifas', 'rifas.id', 'gift.rifaId')
    .innerJoin('orders', 'orders.id', 'gift.orderId')
    .select(['gift.reference', 'gift.rifaId', 'gift.giverId', 'gift.orderId', 'gift.recipientName'])
    .select(['rifas.title', 'rifas.totalNumbers', 'orders.externalReference'])
    .where('gift.reference', '=', reference)
    .executeTakeFirst();
}
