import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Makes the worker retry parked messages.
 * @param id null for all
 * @returns the number of messages
 */
export async function resendMessages(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { id, userId }: { id: string | null; userId: string },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('outbox')
      .set({ state: 'waiting', dueAt: clock.now(), settledAt: null })
      .where('state', '=', 'parked')
      .$if(id !== null, (query) => query.where('id', '=', id))
      .executeTakeFirst();
    const resent = Number(numUpdatedRows);
    if (resent > 0)
      await recordActivity(
        trx,
        { clock },
        {
          userId,
          action: 'resend-messages',
          entityType: 'outbox',
          entityId: id,
          description: resent === 1 ? 'Mandou uma mensagem de novo.' : `Mandou ${resent} mensagens de novo.`,
        },
      );
    return resent;
  });
}
