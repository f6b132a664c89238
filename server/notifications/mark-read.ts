import type { Platform } from '../platform/platform.ts';

type MarkReadOutcome = { ok: true } | { ok: false; code: 'NOT_FOUND' };

/** Marks an own notification or a broadcast as read by this person. */
export async function markRead(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  id: string,
): Promise<MarkReadOutcome> {
  const own = await db
    .updateTable('notifications')
    .set({ read: true })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (own.numUpdatedRows > 0n) return { ok: true };
  const broadcast = await db
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', id)
    .where('userId', 'is', null)
    .executeTakeFirst();
  if (!broadcast) return { ok: false, code: 'NOT_FOUND' };
  await db
    .insertInto('notificationReads')
    .values({ notificationId: id, userId, readAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { ok: true };
}

export async function markAllRead(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  const readAt = clock.now();
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('notifications')
      .set({ read: true })
      .where('userId', '=', userId)
      .where('read', '=', false)
      .execute();
    await trx
      .insertInto('notificationReads')
      .columns(['notificationId', 'userId', 'readAt'])
      .expression((eb) =>
        eb
          .selectFrom('notifications')
          .select((select) => [
            'id as notificationId',
            select.cast<string>(select.val(userId), 'uuid').as('userId'),
            select.cast<Date>(select.val(readAt), 'timestamptz').as('readAt'),
          ])
          .where('userId', 'is', null),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
