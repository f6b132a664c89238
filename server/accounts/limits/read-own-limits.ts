import type { OwnLimitsView } from '@mare/contract/accounts/own-limits.ts';
import { limitInForce, monthStart } from '@mare/domain/accounts/own-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Executor } from '../auth.ts';
import { findLimits, NO_LIMITS, spentSince } from './own-limits.queries.ts';

/** The limits in force, with the amount spent in this month. */
export async function readOwnLimits(
  db: Executor,
  { clock }: Pick<Platform, 'clock'>,
  userId: string,
): Promise<OwnLimitsView> {
  const now = clock.now();
  const limits = (await findLimits(db, userId)) ?? NO_LIMITS;
  const { next } = limits;
  const ahead = (moment: Date | null) => (moment && moment > now ? moment.toISOString() : null);
  return {
    monthlyCentavos: limitInForce(limits, now),
    next: next && next.from > now ? { ...next, from: next.from.toISOString() } : null,
    spentCentavos: await spentSince(db, userId, monthStart(now), now),
    pausedUntil: ahead(limits.pausedUntil),
    excludedUntil: ahead(limits.excludedUntil),
  };
}

/** Self-excluded users get no offers either. */
export async function isExcluded(
  db: Executor,
  { clock }: Pick<Platform, 'clock'>,
  userId: string,
): Promise<boolean> {
  const limits = await findLimits(db, userId);
  return Boolean(limits?.excludedUntil && limits.excludedUntil > clock.now());
}
