import type { Kysely } from 'kysely';
import type { Gift, GivenCota } from '@mare/contract/orders/gifts.ts';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/short-name.ts';

/** Without withdrawn gifts. */
export async function selectGivenCotas(db: Kysely<DB>, orderId: string): Promise<GivenCota[]> {
  const rows = await db
    .selectFrom('cotaGifts')
    .select(['reference', 'rifaId', 'number', 'recipientName', 'claimedAt'])
    .where('orderId', '=', orderId)
    .where('cancelledAt', 'is', null)
    .orderBy('number')
    .execute();
  return rows.map(({ claimedAt, ...given }) => ({ ...given, isClaimed: claimedAt !== null }));
}

/** @param userId the caller. @returns null if there is none with this reference */
export async function findGift(
  db: Kysely<DB>,
  reference: string,
  userId: string | null,
): Promise<Gift | null> {
  const row = await gifts(db).where('gift.reference', '=', reference).executeTakeFirst();
  return row ? toGift(row, userId) : null;
}

/** Of these rifas, those whose cotas can be given now. */
export async function selectGiftableRifas(db: Kysely<DB>, rifaIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('rifas')
    .select('id')
    .where('id', 'in', rifaIds)
    .where('status', '=', 'active')
    .where('allowGifts', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

function gifts(db: Kysely<DB>) {
  return db
    .selectFrom('cotaGifts as gift')
    .innerJoin('orders', 'orders.id', 'gift.orderId')
    .innerJoin('rifas', 'rifas.id', 'gift.rifaId')
    .innerJoin('profiles as giver', 'giver.id', 'gift.giverId')
    .select(['gift.reference', 'gift.rifaId', 'gift.number', 'gift.recipientName', 'gift.recipientId'])
    .select(['gift.claimedAt', 'gift.cancelledAt', 'orders.status as orderStatus', 'giver.name as giver'])
    .select(['rifas.title', 'rifas.image', 'rifas.totalNumbers', 'rifas.drawDate', 'rifas.status']);
}

type GiftRow = Awaited<ReturnType<ReturnType<typeof gifts>['execute']>>[number];

function toGift(row: GiftRow, userId: string | null): Gift {
  const isValid = row.cancelledAt === null && row.orderStatus === 'paid';
  const waits = isValid && row.status === 'active';
  return {
    reference: row.reference,
    rifaId: row.rifaId,
    title: row.title,
    image: row.image,
    number: row.number,
    totalNumbers: row.totalNumbers,
    drawDate: row.drawDate.toISOString(),
    giver: shortName(row.giver),
    recipientName: row.recipientName,
    state: isValid && row.claimedAt ? 'claimed' : waits ? 'open' : 'over',
    isMine: userId !== null && row.recipientId === userId,
  };
}
