import { dateInMaceio } from '@mare/domain/maceio-time.ts';
import type { Platform } from '../platform/platform.ts';

/** Counted by day and source after a few days; longer only to look into an odd one. */
const KEPT_DAYS = 180;

/** Forgets visits of which the sums are kept. @returns how many */
export async function sweepVisits({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const since = new Date(dateInMaceio(new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)));
  const { numDeletedRows } = await db.deleteFrom('visits').where('day', '<', since).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
