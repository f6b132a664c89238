import { holdDaysOf } from '@mare/domain/affiliates/payout.ts';
import type { Platform } from '../../platform/platform.ts';

/** Days until a commission is payable, with the longer of the chargeback windows of the panel and of the environment. */
export async function readHoldDays({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<number> {
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'chargeback')
    .executeTakeFirstOrThrow();
  // Validated when it was saved.
  const { days } = value as unknown as { days: number };
  return holdDaysOf(Math.max(days, config.chargebackDays));
}
