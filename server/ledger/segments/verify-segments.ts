import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import { type SegmentPolicy, shareOfPass } from './close-segments.ts';
import { computeSegment, inRange } from './segments.queries.ts';

/** Ids of entries, both included. */
interface Range {
  firstId: number;
  lastId: number;
}

/**
 * Recomputes closed ranges: first those that differed, then those that were verified longest ago. Clears the mark of
 * a range that matches again.
 */
export async function verifySegments(db: Database, now: Date, policy: SegmentPolicy): Promise<void> {
  const { count } = await db
    .selectFrom('ledgerSegments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { rows } = await sql<Range>`
    (select first_id, last_id from ledger_segments where differs_since is not null order by verified_at limit ${policy.most})
    union
    (select first_id, last_id from ledger_segments order by verified_at, first_id limit ${shareOfPass(count, policy)})`.execute(
    db,
  );
  for (const range of rows) await verifySegment(db, range, now);
}

async function verifySegment(db: Database, { firstId, lastId }: Range, now: Date): Promise<void> {
  await sql`
    update ledger_segments as segment set verified_at = ${now},
      differs_since = case
        when (segment.entries, segment.sums, segment.banked, segment.digest)
          = (found.entries, found.sums, found.banked, found.digest) then null
        else coalesce(segment.differs_since, ${now}) end
    from (${computeSegment(inRange(firstId, lastId))}) as found
    where segment.first_id = ${firstId}`.execute(db);
}
