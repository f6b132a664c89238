import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { emailOrStated } from '../../accounts/express/stated-email.ts';

export interface ClaimedGift {
  number: number;
  orderId: string;
  recipientId: string;
}

/** Claimed cotas of a rifa, of paid orders and of refunded ones that stayed on a frozen list: the recipients replace the buyers. */
export function listClaimedGifts(db: Kysely<DB>, rifaId: string): Promise<ClaimedGift[]> {
  return db
    .selectFrom('cotaGifts as gift')
    .innerJoin('orders', 'orders.id', 'gift.orderId')
    .select(['gift.number', 'gift.orderId'])
    .select((eb) => eb.ref('gift.recipientId').$notNull().as('recipientId'))
    .where('gift.rifaId', '=', rifaId)
    .where('gift.claimedAt', 'is not', null)
    .where('gift.cancelledAt', 'is', null)
    .where('orders.status', 'in', ['paid', 'refunded'])
    .execute();
}

export interface FormerRecipient {
  orderId: string;
  userId: string;
  name: string | null;
  email: string | null;
}

/** Everyone who ever claimed this number, also of refunded orders. */
export function listRecipientsEver(
  db: Kysely<DB>,
  rifaId: string,
  number: number,
): Promise<FormerRecipient[]> {
  return db
    .selectFrom('cotaGifts as gift')
    .innerJoin('profiles', 'profiles.id', 'gift.recipientId')
    .select(['gift.orderId', 'profiles.id as userId', 'profiles.name'])
    .select(emailOrStated.as('email'))
    .where('gift.rifaId', '=', rifaId)
    .where('gift.number', '=', number)
    .execute();
}
