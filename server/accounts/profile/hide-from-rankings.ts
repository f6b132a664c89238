import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';

/** Leaves the rankings, or appears in them again, with all accounts of the person. */
export async function hideFromRankings(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  hidden: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('profiles')
      .set({ hiddenFromRankings: hidden })
      .where('personId', '=', (eb) =>
        eb.selectFrom('profiles as own').select('own.personId').where('own.id', '=', userId),
      )
      .execute();
    await recordActivity(
      trx,
      { clock },
      {
        userId,
        action: 'hide-from-rankings',
        entityType: 'profile',
        entityId: userId,
        description: hidden ? 'Saiu dos rankings.' : 'Voltou aos rankings.',
      },
    );
  });
}
