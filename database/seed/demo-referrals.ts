import { demoBuyers, demoLogin } from './demo-people.ts';

export interface DemoReferral {
  referrerId: string;
  referredId: string;
}

/** For each person, the 0-based index of the referrer; null without one. */
const referredBy = [
  null,
  0,
  0,
  0,
  null,
  0,
  3,
  3,
  null,
  3,
  0,
  null,
  4,
  4,
  3,
  null,
  12,
  12,
  4,
  null,
  9,
  12,
  3,
  15,
];

const maria = demoLogin('maria@exemplo.com.br');

/** Enough of Maria's referrals buy often for her commissions to reach the minimum payout in any month. */
const FREQUENT_BUYERS = 4;
const frequentBuyers = demoBuyers
  .slice(referredBy.length + 1)
  .filter(({ segment }) => segment === 'vip')
  .slice(0, FREQUENT_BUYERS);

export const demoReferrals: DemoReferral[] = [
  ...referredBy.flatMap((place, index) =>
    place === null ? [] : [{ referrerId: demoBuyers[place]!.id, referredId: demoBuyers[index]!.id }],
  ),
  { referrerId: maria.id, referredId: demoBuyers[24]!.id },
  { referrerId: maria.id, referredId: demoBuyers[15]!.id },
  ...frequentBuyers.map(({ id }) => ({ referrerId: maria.id, referredId: id })),
];
