import type { Platform } from '../platform/platform.ts';

/** Far longer than any job is tried again, or looks at what it wrote about. */
const KEPT_DAYS = 180;

/** Of prizes: a draw that is corrected asks again whether its winners were told, however late that is. */
const ONCE_EVER = 'prize:%';

/** Forgets which mails went out long ago. @returns how many */
export async function sweepSentMails({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sentMails')
    .where('sentAt', '<', new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000))
    .where('key', 'not like', ONCE_EVER)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
