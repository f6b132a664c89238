/** Attributes a new order to an affiliate. */
import { readReferralMark, referrerOf } from '@mare/domain/affiliates/referral-mark.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * The affiliate of the last link followed within 30 days, except that of the buyer's own person and that of an account
 * with the same CPF.
 * @param cookie content of the referral cookie, if any
 * @returns the affiliate's id
 */
export async function findReferrer(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  cookie: string | undefined,
  buyer: { userId: string; cpf: string | undefined },
): Promise<string | null> {
  const affiliateCode = referrerOf(readReferralMark(cookie), clock.now());
  if (!affiliateCode) return null;
  const affiliate = await db
    .selectFrom('affiliates')
    .innerJoin('profiles as affiliateProfile', 'affiliateProfile.id', 'affiliates.userId')
    .innerJoin('profiles as buyerProfile', (join) => join.on('buyerProfile.id', '=', buyer.userId))
    .select(['affiliates.id', 'affiliateProfile.personId', 'buyerProfile.personId as buyerPersonId'])
    .select(['affiliateProfile.cpf', 'buyerProfile.cpf as buyerCpf'])
    .where('affiliates.affiliateCode', '=', affiliateCode)
    .where('affiliates.status', '=', 'active')
    .executeTakeFirst();
  if (!affiliate || affiliate.personId === affiliate.buyerPersonId) return null;
  const cpfs = [affiliate.buyerCpf, buyer.cpf?.replaceAll(/\D/g, '')];
  return affiliate.cpf !== null && cpfs.includes(affiliate.cpf) ? null : affiliate.id;
}
