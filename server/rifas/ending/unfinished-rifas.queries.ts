import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

const DAY_MS = 86_400_000;
/** Older rifas end without reminders. */
const REMINDED_DAYS = 400;

/** Published rifas whose accounts are open. */
export function findUnfinishedRifas(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('rifas')
    .select(['id', 'title', 'status', 'pausedAt', 'salesEndAt', 'soldNumbers', 'totalNumbers'])
    .select(['unsoldPolicy', 'unsoldMinPercent as minPercent', 'postponements'])
    .where('status', 'in', ['active', 'closed', 'completed'])
    .where('booksClosedAt', 'is', null)
    .where('drawDate', '>', new Date(now.getTime() - REMINDED_DAYS * DAY_MS))
    .execute();
}
