import type { Database } from '@mare/database/connect.ts';

/** Takes entries of one kind off the activity log that were written before `until`. */
export async function purgeActivities(db: Database, action: string, until: Date): Promise<void> {
  await db.deleteFrom('activityLogs').where('action', '=', action).where('createdAt', '<', until).execute();
}
