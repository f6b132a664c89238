/** Rate limits answered in the auth service's protocol. */
import type { Clock } from '../../platform/clock.ts';
import { type Limit, peek, spend } from '../../platform/database/rate-limits.ts';
import type { Executor } from '../auth.ts';
import { rejectTooMany, type Rejection } from './outcome.ts';

/** Counts a hit. @returns a 429 rejection beyond the limit, else null */
export async function spendOrReject(
  db: Executor,
  clock: Clock,
  limit: Limit,
  key: string,
): Promise<Rejection | null> {
  const wait = await spend(db, clock, limit, key);
  return wait === null ? null : rejectTooMany(wait);
}

/** Checks without counting. @returns a 429 rejection if the limit is reached, else null */
export async function peekOrReject(
  db: Executor,
  clock: Clock,
  limit: Limit,
  key: string,
): Promise<Rejection | null> {
  const wait = await peek(db, clock, limit, key);
  return wait === null ? null : rejectTooMany(wait);
}
