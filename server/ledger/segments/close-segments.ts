import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { inRange, selectUnbalanced, computeSegment } from './segments.queries.ts';

export interface SegmentPolicy {
  /** Ids in a segment. */
  size: number;
  /** Segments closed in one run, and segments or days verified. */
  most: number;
  /** Number of runs in which all of them are verified once, limited to `most` per run. */
  passRuns: number;
}

/** A run closes at most two million entries. Everything is verified within three days. */
export const SEGMENT_POLICY: SegmentPolicy = { size: 10_000, most: 200, passRuns: 72 };

/** How many of `count` segments or days one run verifies. */
export function shareOfPass(count: number, { most, passRuns }: SegmentPolicy): number {
  return Math.min(most, Math.ceil(count / passRuns));
}

/** State of the ledger as seen by a check. */
export interface LedgerHorizon {
  /** Highest id of an entry; 0 without one. */
  seenId: number;
  /** First transaction id that was not assigned yet. */
  seenXid: string;
}

/**
 * Longer than any transaction of the shop, so that one that drew its entry id before its transaction id has ended
 * too.
 */
const SETTLED_AFTER_MS = 10 * 60_000;

export async function readHorizon(db: Database): Promise<LedgerHorizon> {
  const { rows } = await sql<LedgerHorizon>`
    select coalesce((select max(id) from ledger_entries), 0)::bigint as seen_id,
      pg_snapshot_xmax(pg_current_snapshot())::text as seen_xid`.execute(db);
  return rows[0]!;
}

/**
 * Closes full ranges of ids below the highest id that an earlier check saw, once every transaction of that time has
 * ended, because ids are committed out of order. A range with a transaction that does not sum to zero stays open, and
 * so do all later ones, so that every check reports it. Concurrent runs do the same work.
 */
export async function closeSegments(
  db: Database,
  seen: (LedgerHorizon & { at: Date }) | null,
  now: Date,
  { size, most }: SegmentPolicy,
): Promise<void> {
  if (!seen || now.getTime() - seen.at.getTime() < SETTLED_AFTER_MS) return;
  if (!(await haveEnded(db, seen.seenXid))) return;
  for (let closed = 0; closed < most; closed++)
    if (!(await inTransaction(db, (trx) => closeNext(trx as unknown as Database, seen.seenId, now, size))))
      return;
}

async function haveEnded(db: Database, xid: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${xid}::xid8 as ended`.execute(db);
  return rows[0]!.ended;
}

/** @returns whether there may be a further one */
async function closeNext(db: Database, seenId: number, now: Date, size: number): Promise<boolean> {
  const first = (await readClosedUpTo(db)) + 1;
  const last = first + size - 1;
  if (last > seenId) return false;
  const range = inRange(first, last);
  const { rows: unbalanced } = await selectUnbalanced(range, 1).execute(db);
  if (unbalanced.length > 0) return false;
  await sql`
    insert into ledger_segments (first_id, last_id, entries, sums, banked, digest, closed_at, verified_at)
    select ${first}, ${last}, summed.*, ${now}, ${now} from (${computeSegment(range)}) as summed
    on conflict (first_id) do nothing`.execute(db);
  return true;
}

/** Highest id of the closed ranges; 0 without one. */
export async function readClosedUpTo(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(last_id), 0)::bigint as id from ledger_segments`.execute(db);
  return rows[0]!.id;
}
