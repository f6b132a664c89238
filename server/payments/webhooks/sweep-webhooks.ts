import type { Platform } from '../../platform/platform.ts';

/** Long enough to look into a dispute. */
const KEPT_DAYS = 180;

/** Forgets hints that were dealt with long ago; what they led to stands in the payments. @returns how many */
export async function sweepWebhooks({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhookInbox')
    .where('status', '=', 'done')
    .where('updatedAt', '<', new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
