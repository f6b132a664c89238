import { sql } from 'kysely';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import type { ReferralMark } from '@mare/domain/affiliates/referral-mark.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Counts a visitor once per code and day, and once per code, rifa and day.
 * @param rifaId whose page the link opens; null for another page
 * @returns false if no active affiliate has the code; nothing is counted
 */
export async function recordClick(
  { db }: Pick<Platform, 'db'>,
  { affiliateCode, visitorId, clickedAt }: ReferralMark,
  rifaId: string | null,
): Promise<boolean> {
  const affiliate = await db
    .selectFrom('affiliates')
    .select('id')
    .where('affiliateCode', '=', affiliateCode)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!affiliate) return false;
  const clickedOn = dateInMaceio(clickedAt);
  await db
    .insertInto('affiliateClicks')
    .values({ affiliateCode, visitorId, clickedOn, clickedAt })
    .onConflict((conflict) => conflict.columns(['affiliateCode', 'clickedOn', 'visitorId']).doNothing())
    .execute();
  if (rifaId !== null)
    await sql`
      insert into affiliate_rifa_clicks (affiliate_code, rifa_id, clicked_on, visitor_id)
      select ${affiliateCode}, id, ${clickedOn}::date, ${visitorId} from rifas where id = ${rifaId}
      on conflict do nothing`.execute(db);
  return true;
}
