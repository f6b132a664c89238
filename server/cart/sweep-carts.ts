import type { Platform } from '../platform/platform.ts';

/** Figures of lost carts look back 30 days. */
const KEPT_DAYS = 60;

/** Forgets carts that have ended, with their items. @returns how many */
export async function sweepCarts({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('anonymousCartSessions')
    .where('expiresAt', '<', new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
