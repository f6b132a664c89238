import type { AffiliatePanel } from '@mare/contract/affiliates/affiliates.ts';
import { REFERRAL_PARAMETER } from '@mare/domain/affiliates/affiliate-code.ts';
import { rateOf } from '@mare/domain/affiliates/commission-terms.ts';
import { nextPayout, PAYOUT_WINDOW_DAYS } from '@mare/domain/affiliates/payout.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPayoutFreeze } from '../../accounts/security/reversible-changes.ts';
import { readCommissionTerms } from '../../settings/read-commission-terms.ts';
import { countClicks, findAffiliateOf, sumCommissions } from '../affiliates.queries.ts';
import { sumForPayout } from '../payouts/due-commissions.queries.ts';
import { listApprovedPayouts } from '../payouts/former-key.ts';
import { readHoldDays } from '../payouts/read-hold-days.ts';
import { maskPixKey } from '../read-pix-key.ts';

const DAY_MS = 86_400_000;

/** @returns null if the caller is no affiliate */
export async function readPanel(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  userId: string,
): Promise<AffiliatePanel | null> {
  const affiliate = await findAffiliateOf(db, userId);
  if (!affiliate) return null;
  const now = clock.now();
  const days = Array.from(
    { length: PAYOUT_WINDOW_DAYS },
    (_, index) => new Date(now.getTime() - (PAYOUT_WINDOW_DAYS - 1 - index) * DAY_MS),
  );
  const own = affiliate.ownCommissionRate;
  const holdDays = await readHoldDays({ db, config });
  const next = nextPayout(now, holdDays);
  const [counted, sums, terms, forPayout, frozenUntil, approvedPayouts] = await Promise.all([
    countClicks(db, affiliate.affiliateCode, dateInMaceio(days[0]!)),
    sumCommissions(db, affiliate.id, new Date(now.getTime() - PAYOUT_WINDOW_DAYS * DAY_MS)),
    readCommissionTerms(db, now),
    sumForPayout(db, affiliate.id, next.endsBefore),
    findPayoutFreeze(db, { userId }, now),
    listApprovedPayouts(db, { column: 'affiliateId', id: affiliate.id }),
  ]);
  const clicks = days.map((moment) => {
    const day = dateInMaceio(moment);
    return { day, clicks: counted.get(day) ?? 0 };
  });
  return {
    affiliateCode: affiliate.affiliateCode,
    status: affiliate.status as AffiliatePanel['status'],
    commissionPercent: (own === null ? terms.affiliateRate : rateOf(own)) / 100,
    referralLink: `${config.publicUrl}/?${REFERRAL_PARAMETER}=${affiliate.affiliateCode}`,
    clicks,
    totalClicks: clicks.reduce((sum, { clicks: count }) => sum + count, 0),
    ...sums,
    ...forPayout,
    approvedPayouts,
    nextPayoutOn: next.period,
    holdDays,
    payoutsFrozenUntil: frozenUntil?.toISOString() ?? null,
    pixKey:
      affiliate.pixKey === null
        ? null
        : {
            type: affiliate.pixKeyType as NonNullable<AffiliatePanel['pixKey']>['type'],
            masked: maskPixKey(affiliate.pixKey),
          },
  };
}
