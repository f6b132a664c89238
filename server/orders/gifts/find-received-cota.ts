import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/short-name.ts';

export interface ReceivedCota {
  rifaId: string;
  title: string;
  totalNumbers: number;
  status: string;
  drawRule: string;
  number: number;
  /** First name and last initial. */
  giver: string;
}

/** A cota received by this user whose order is still paid; else null. */
export async function findReceivedCota(
  db: Kysely<DB>,
  reference: string,
  userId: string,
): Promise<ReceivedCota | null> {
  const row = await db
    .selectFrom('cotaGifts as gift')
    .innerJoin('orders', 'orders.id', 'gift.orderId')
    .innerJoin('rifas', 'rifas.id', 'gift.rifaId')
    .innerJoin('profiles as giver', 'giver.id', 'gift.giverId')
    .select(['gift.number', 'giver.name as giver'])
    .select(['rifas.id as rifaId', 'rifas.title', 'rifas.totalNumbers', 'rifas.status', 'rifas.drawRule'])
    .where('gift.reference', '=', reference)
    .where('gift.recipientId', '=', userId)
    .where('gift.claimedAt', 'is not', null)
    .where('gift.cancelledAt', 'is', null)
    .where('orders.status', '=', 'paid')
    .executeTakeFirst();
  return row ? { ...row, giver: shortName(row.giver) } : null;
}
