import type { Kysely } from 'kysely';
import type { Gift } from '@mare/contract/orders/gifts.ts';
import type { DB } from '@mare/database/schema.ts';
import type { RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';

/** A gift as its page shows it. @param userId the caller. @returns null if there is none with this reference */
export async function readGift(
  db: Kysely<DB>,
  reference: string,
  userId: string | null,
): Promise<Gift | null> {
  const rows = await giftCotas(db).where('gift.reference', '=', reference).orderBy('gift.number').execute();
  const [first] = rows;
  if (!first) return null;
  const left = rows.filter((row) => row.cancelledAt === null);
  const claimed = left.find((row) => row.claimedAt !== null);
  // Gifts of cotas that were refunded after the freeze may stay.
  const isValid = left.length > 0 && ['paid', 'refunded'].includes(first.orderStatus);
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
    rifaStatus: first.status as RifaStatus,
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
