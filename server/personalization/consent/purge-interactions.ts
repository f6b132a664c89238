import { sql } from 'kysely';
import { INTERACTION_SOURCE, INTERACTION_RETENTION_DAYS } from '@mare/domain/personalization/interactions.ts';
import type { Platform } from '../../platform/platform.ts';

const BATCH_SIZE = 10_000;

/** Deletes expired interactions in batches. */
export async function purgeInteractions({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - INTERACTION_RETENTION_DAYS * 86_400_000);
  for (;;) {
    const deleted = await sql`
      delete from customer_interactions where id in (
        select id from customer_interactions
        where source = ${INTERACTION_SOURCE} and created_at < ${before} limit ${BATCH_SIZE})`.execute(db);
    if ((deleted.numAffectedRows ?? 0n) < BigInt(BATCH_SIZE)) return;
  }
}
