import { type Kysely, sql, type Transaction } from 'kysely';
import type { Gift, GivenGift } from '@mare/contract/orders/gifts.ts';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/short-name.ts';

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

/** @param userId the caller. @returns null if there is none with this reference */
export async function findGift(
  db: Kysely<DB>,
  reference: string,
  userId: string | null,
): Promise<Gift | null> {
  const rows = await giftCotas(db).where('gift.reference', '=', reference).orderBy('gift.number').execute();
  const [first] = rows;
  if (!first) return null;
  const left = rows.filter((row) => row.cancelledAt === null);
  const claimed = left.find((row) => row.claimedAt !== null);
  const isValid = left.length > 0 && first.orderStatus === 'paid';
  const numbers = (isValid ? left : rows).map((row) => row.number);
  return {
    reference: first.reference,
    rifaId: first.rifaId,
    title: first.title,
    image: first.image,
    numbers,
    number: numbers[0]!,
    totalNumbers: first.totalNumbers,
    drawDate: first.drawDate.toISOString(),
    giver: shortName(first.giver),
    message: first.message,
    recipientName: first.recipientName,
    state: isValid && claimed ? 'claimed' : isValid && first.status === 'active' ? 'open' : 'over',
    isMine: userId !== null && rows.some((row) => row.recipientId === userId),
  };
}

function giftCotas(db: Kysely<DB>) {
  return db
    .selectFrom('cotaGifts as gift')
    .innerJoin('orders', 'orders.id', 'gift.orderId')
    .innerJoin('rifas', 'rifas.id', 'gift.rifaId')
    .innerJoin('profiles as giver', 'giver.id', 'gift.giverId')
    .select(['gift.reference', 'gift.rifaId', 'gift.number', 'gift.recipientName', 'gift.recipientId'])
    .select('gift.message')
    .select(['gift.claimedAt', 'gift.cancelledAt', 'orders.status as orderStatus', 'giver.name as giver'])
    .select(['rifas.title', 'rifas.image', 'rifas.totalNumbers', 'rifas.drawDate', 'rifas.status']);
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

/** What all cotas of a gift have in common. */
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
