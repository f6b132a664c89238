import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { ConsentChoices } from '@mare/domain/personalization/consent.ts';
import type { Platform } from '../../platform/platform.ts';
import { skipUnsentMessages } from '../../mail/outbox/skip-message.ts';

/** Start of the deduplication keys of cart reminders. */
export const CART_REMINDER = 'abandoned-cart:';

/** Cancels unsent reminders without marketing consent; deletes tracked carts without any consent. */
export async function purgeCarts(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock'>,
  userId: string,
  { measurement, marketing }: ConsentChoices,
): Promise<void> {
  const { clock } = platform;
  if (!marketing) {
    await trx
      .updateTable('scheduledNotifications')
      .set({ cancelledAt: clock.now() })
      .where('userId', '=', userId)
      .where('type', '=', 'abandoned_cart')
      .where('sentAt', 'is', null)
      .where('cancelledAt', 'is', null)
      .execute();
    await skipUnsentMessages(trx, platform, {
      userId,
      keyStart: `push:${CART_REMINDER}`,
      reason: 'consent withdrawn',
    });
  }
  if (!marketing && !measurement)
    await trx.deleteFrom('abandonedCartTracking').where('userId', '=', userId).execute();
}
