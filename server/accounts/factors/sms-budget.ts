import type { Clock } from '../../platform/clock.ts';
import type { AuthSettings } from '../auth-settings.ts';
import type { Executor } from '../auth.ts';
import type { Refusal } from '../protocol/outcome.ts';
import { spendOrRefuse } from '../protocol/limit-rate.ts';

const DAY_SECONDS = 24 * 3600;

/** Counts one text message, to whomever. @returns a refusal when those of the day are used up. */
export function spendSms(
  db: Executor,
  clock: Clock,
  { smsADay }: Pick<AuthSettings, 'smsADay'>,
): Promise<Refusal | null> {
  return spendOrRefuse(db, clock, { name: 'sms-all', hits: smsADay, seconds: DAY_SECONDS }, 'everybody');
}
