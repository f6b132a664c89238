import { dateInMaceio } from '@mare/domain/maceio-time.ts';
import type { ReferralMark } from '@mare/domain/affiliates/referral-mark.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Counts a visitor once per code and day.
 * @returns false if no active affiliate has the code; nothing is counted
 */
export async function recordClick(
  { db }: Pick<Platform, 'db'>,
  { affiliateCode, visitorId, clickedAt }: ReferralMark,
): Promise<boolean> {
  const affiliate = await db
    .selectFrom('affiliates')
    .select('id')
    .where('affiliateCode', '=', affiliateCode)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!affiliate) return false;
  await db
    .insertInto('affiliateClicks')
    .values({ affiliateCode, visitorId, clickedOn: dateInMaceio(clickedAt), clickedAt })
    .onConflict((conflict) => conflict.columns(['affiliateCode', 'clickedOn', 'visitorId']).doNothing())
    .execute();
  return true;
}
