import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { ConsentChoices } from '@mare/domain/personalization/consent.ts';
import type { Platform } from '../../platform/platform.ts';

/** Cancels pending reminders without marketing consent; deletes tracked carts without any consent. */
export async function purgeCarts(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  userId: string,
  { measurement, marketing }: ConsentChoices,
): Promise<void> {
  if (!marketing)
    await trx
      .updateTable('scheduledNotifications')
      .set({ cancelledAt: clock.now() })
      .where('userId', '=', userId)
      .where('type', '=', 'abandoned_cart')
      .where('sentAt', 'is', null)
      .where('cancelledAt', 'is', null)
      .execute();
  if (!marketing && !measurement)
    await trx.deleteFrom('abandonedCartTracking').where('userId', '=', userId).execute();
}
