import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';

export interface ReceivedGift {
  rifaId: string;
  title: string;
  totalNumbers: number;
  status: string;
  drawRule: string;
  /** Ascending. */
  numbers: number[];
  /** First name and last initial. */
  giver: string;
}

/** Cotas that this user received with one gift that has not ended; null if there are none. */
export async function findReceivedGift(
  db: Kysely<DB>,
  reference: string,
  userId: string,
): Promise<ReceivedGift | null> {
  const row = await db
    .selectFrom('cotaGifts as gift')
    .innerJoin('orders', 'orders.id', 'gift.orderId')
    .innerJoin('rifas', 'rifas.id', 'gift.rifaId')
    .innerJoin('profiles as giver', 'giver.id', 'gift.giverId')
    .select('giver.name as giver')
    .select(sql<number[]>`array_agg(gift.number order by gift.number)`.as('numbers'))
    .select(['rifas.id as rifaId', 'rifas.title', 'rifas.totalNumbers', 'rifas.status', 'rifas.drawRule'])
    .where('gift.reference', '=', reference)
    .where('gift.recipientId', '=', userId)
    .where('gift.claimedAt', 'is not', null)
    .where('gift.cancelledAt', 'is', null)
    .where('orders.status', 'in', ['paid', 'refunded'])
    .groupBy(['giver.id', 'rifas.id'])
    .executeTakeFirst();
  return row ? { ...row, giver: shortName(row.giver) } : null;
}
