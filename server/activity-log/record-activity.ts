import { isIP } from 'node:net';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../platform/platform.ts';

export interface NewActivity {
  /** Null: the system. */
  userId: string | null;
  /** Verb in lower-case English words joined by dashes, e.g. `publish-rifa`. */
  action: string;
  /** E.g. `rifa`, `order`, `ticket`. */
  entityType: string;
  entityId?: string | null;
  /** One sentence in Portuguese for readers of the log. */
  description: string;
  /** Changes made in the panel hold `before` and `after`. Never secrets. */
  details?: Record<string, unknown>;
  ipAddress?: string | null;
  /** Deduplication key, e.g. `order-paid:<id>`: a retried job records nothing twice. */
  deduplicationKey?: string;
}

/** @param db the caller's transaction, if any */
export function recordActivity(
  db: Kysely<DB> | Transaction<DB>,
  platform: Pick<Platform, 'clock'>,
  activity: NewActivity,
): Promise<void> {
  return recordActivities(db, platform, [activity]);
}

/** In one statement. */
export async function recordActivities(
  db: Kysely<DB> | Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  activities: readonly NewActivity[],
): Promise<void> {
  if (activities.length === 0) return;
  await db
    .insertInto('activityLogs')
    .values(
      activities.map(({ description, details, ipAddress, deduplicationKey, ...activity }) => ({
        ...activity,
        // In-process calls have no IP address.
        ipAddress: ipAddress && isIP(ipAddress) ? ipAddress : null,
        details: JSON.stringify({ ...details, description }),
        occasion: deduplicationKey,
        createdAt: clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .execute();
}
