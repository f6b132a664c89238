import { isIP } from 'node:net';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../platform/platform.ts';

export interface NewActivity {
  /** Who did it; null for the product itself. */
  userId: string | null;
  /** Verb in lower-case English words joined by dashes, e.g. `publish-rifa`. */
  action: string;
  /** What it was done to, e.g. `rifa`, `order`, `ticket`. */
  entityType: string;
  entityId?: string | null;
  /** One sentence in Portuguese for people who read the log. */
  description: string;
  /** Further facts; changes made in the panel give `before` and `after`. Never secrets. */
  details?: Record<string, unknown>;
  ipAddress?: string | null;
  /** Says which event it is, e.g. `order-paid:<id>`: recorded once however often the job runs. */
  occasion?: string;
}

/** Writes into the activity log, in the caller's transaction where there is one. */
export async function recordActivity(
  db: Kysely<DB> | Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { description, details, ipAddress, ...activity }: NewActivity,
): Promise<void> {
  await db
    .insertInto('activityLogs')
    .values({
      ...activity,
      // A call from within the process has none.
      ipAddress: ipAddress && isIP(ipAddress) ? ipAddress : null,
      details: JSON.stringify({ ...details, description }),
      createdAt: clock.now(),
    })
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .execute();
}
