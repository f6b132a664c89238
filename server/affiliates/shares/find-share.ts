/** Attributes a new order to a personal link. */
import { readReferralMark, referrerOf } from '@mare/domain/affiliates/referral-mark.ts';
import type { Platform } from '../../platform/platform.ts';

interface Purchase {
  userId: string;
  /** In digits or formatted. */
  cpf: string | undefined;
  rifaIds: readonly string[];
}

/**
 * The last personal link followed within 30 days, if it is of one of the rifas. Never the buyer's own, nor that of another
 * account of the same person or CPF.
 * @param cookie content of the cookie of personal links, if any; without one the database is not queried
 * @returns the link's code
 */
export async function findShare(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  cookie: string | undefined,
  { userId, cpf, rifaIds }: Purchase,
): Promise<string | null> {
  const code = referrerOf(readReferralMark(cookie), clock.now());
  if (!code) return null;
  const link = await db
    .selectFrom('shareLinks')
    .innerJoin('profiles as sharer', 'sharer.id', 'shareLinks.userId')
    .innerJoin('profiles as buyer', (join) => join.on('buyer.id', '=', userId))
    .select(['shareLinks.rifaId', 'sharer.personId', 'sharer.cpf', 'buyer.personId as buyerPersonId'])
    .select('buyer.cpf as buyerCpf')
    .where('shareLinks.code', '=', code)
    .executeTakeFirst();
  if (!link || !rifaIds.includes(link.rifaId) || link.personId === link.buyerPersonId) return null;
  const cpfs = [link.buyerCpf, cpf?.replaceAll(/\D/g, '')];
  return link.cpf !== null && cpfs.includes(link.cpf) ? null : code;
}
