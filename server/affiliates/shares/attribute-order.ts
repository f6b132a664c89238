import { readReferralMark, referrerOf } from '@mare/domain/affiliates/referral-mark.ts';
import type { Platform } from '../../platform/platform.ts';

interface SharedOrder {
  id: string;
  userId: string;
  /** In digits or formatted. */
  cpf: string | undefined;
  rifaIds: readonly string[];
}

/**
 * Notes by whose personal link the buyer came, if it is one of the order's rifas and was followed within 30 days. Never the
 * buyer's own, nor that of another account of the same person or CPF. Idempotent.
 * @param cookie content of the cookie of personal links, if any
 */
export async function attributeToShare(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  cookie: string | undefined,
  order: SharedOrder,
): Promise<void> {
  const code = referrerOf(readReferralMark(cookie), clock.now());
  if (!code) return;
  const link = await db
    .selectFrom('shareLinks')
    .innerJoin('profiles as sharer', 'sharer.id', 'shareLinks.userId')
    .innerJoin('profiles as buyer', (join) => join.on('buyer.id', '=', order.userId))
    .select(['shareLinks.rifaId', 'sharer.personId', 'sharer.cpf', 'buyer.personId as buyerPersonId'])
    .select('buyer.cpf as buyerCpf')
    .where('shareLinks.code', '=', code)
    .executeTakeFirst();
  if (!link || !order.rifaIds.includes(link.rifaId) || link.personId === link.buyerPersonId) return;
  const cpfs = [link.buyerCpf, order.cpf?.replaceAll(/\D/g, '')];
  if (link.cpf !== null && cpfs.includes(link.cpf)) return;
  await db
    .insertInto('shareOrders')
    .values({ orderId: order.id, code, createdAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
