import type { Clock } from '../../platform/clock.ts';
import type { AuthSettings } from '../auth-settings.ts';
import type { Executor } from '../auth.ts';
import type { Rejection } from '../protocol/outcome.ts';
import { spendOrReject } from '../protocol/limit-rate.ts';

const DAY_SECONDS = 24 * 3600;

/** Counts one SMS against the daily budget of the shop. @returns a rejection once it is used up */
export function spendSms(
  db: Executor,
  clock: Clock,
  { smsPerDay }: Pick<AuthSettings, 'smsPerDay'>,
): Promise<Rejection | null> {
  return spendOrReject(db, clock, { name: 'sms-all', hits: smsPerDay, seconds: DAY_SECONDS }, 'everybody');
}
