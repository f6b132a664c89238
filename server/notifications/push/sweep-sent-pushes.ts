import type { Platform } from '../../platform/platform.ts';

/** Far longer than any job is tried again. */
const KEPT_DAYS = 60;

/** Forgets which messages were handed to push services long ago. @returns how many */
export async function sweepSentPushes({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sentPushes')
    .where('sentAt', '<', new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
