import { makeAffiliateCode } from '@mare/domain/affiliates/affiliate-code.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { Platform } from '../platform/platform.ts';

/** Attempts to draw an unused code. */
const TRIES = 5;

/**
 * Creates an active affiliate account for the caller. Idempotent, also under concurrent calls.
 * @returns whether the account is new
 * @throws if no free code was found
 */
export async function activateAffiliate(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  userId: string,
): Promise<{ created: boolean }> {
  const { db, clock, random } = platform;
  for (let tryNo = 0; tryNo < TRIES; tryNo++) {
    const created = await db.transaction().execute(async (trx) => {
      const affiliate = await trx
        .insertInto('affiliates')
        .values({
          id: random.uuid(),
          userId,
          affiliateCode: makeAffiliateCode((count) => random.bytes(count)),
          createdAt: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'affiliateCode'])
        .executeTakeFirst();
      if (!affiliate) return false;
      await recordActivity(trx, platform, {
        userId,
        action: 'activate-affiliate',
        entityType: 'affiliate',
        entityId: affiliate.id,
        description: `Conta de afiliado ativada com o código ${affiliate.affiliateCode}.`,
      });
      return true;
    });
    if (created) return { created };
    const existing = await db
      .selectFrom('affiliates')
      .select('id')
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (existing) return { created: false };
  }
  throw new Error('no free affiliate code');
}
