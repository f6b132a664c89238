import type { OwnLimitsView } from '@mare/contract/accounts/own-limits.ts';
import { findBlock, limitInForce, monthStart, type SpendingBlock } from '@mare/domain/accounts/own-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Executor } from '../auth.ts';
import { personIdOf } from '../persons/persons.queries.ts';
import { findLimits, NO_LIMITS, spentSince } from './own-limits.queries.ts';

/** The limits in force of the account's person, with the amount that all its accounts spent in this month. */
export async function readOwnLimits(
  db: Executor,
  { clock }: Pick<Platform, 'clock'>,
  userId: string,
): Promise<OwnLimitsView> {
  const now = clock.now();
  const personId = await personIdOf(db, userId);
  const limits = (await findLimits(db, personId)) ?? NO_LIMITS;
  const { next } = limits;
  const ahead = (moment: Date | null) => (moment && moment > now ? moment.toISOString() : null);
  return {
    monthlyCentavos: limitInForce(limits, now),
    next: next && next.from > now ? { ...next, from: next.from.toISOString() } : null,
    spentCentavos: await spentSince(db, personId, monthStart(now), now),
    pausedUntil: ahead(limits.pausedUntil),
    excludedUntil: ahead(limits.excludedUntil),
  };
}

/** The pause or self-exclusion of the account's person. */
export async function findSpendingBlock(
  db: Executor,
  { clock }: Pick<Platform, 'clock'>,
  userId: string,
): Promise<SpendingBlock | null> {
  return findSpendingBlockOfPerson(db, { clock }, await personIdOf(db, userId));
}

export async function findSpendingBlockOfPerson(
  db: Executor,
  { clock }: Pick<Platform, 'clock'>,
  personId: string,
): Promise<SpendingBlock | null> {
  const limits = await findLimits(db, personId);
  return limits && findBlock(limits, clock.now());
}

/** Whether the account's person paused or excluded herself. Such a person gets no offers. */
export async function hasSpendingBlock(
  db: Executor,
  platform: Pick<Platform, 'clock'>,
  userId: string,
): Promise<boolean> {
  return (await findSpendingBlock(db, platform, userId)) !== null;
}
