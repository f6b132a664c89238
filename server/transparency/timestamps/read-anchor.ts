import type { Kysely } from 'kysely';
import type { LogOverview } from '@mare/contract/transparency/transparency.ts';
import type { DB } from '@mare/database/schema.ts';
import { proofFile } from '@mare/domain/draws/sealing/timestamp-proof.ts';
import { parseNote } from '@mare/domain/transparency/log/signed-note.ts';
import { timestampImprint } from '@mare/domain/transparency/verify/times/verify-timestamps.ts';

/** The stamped text of a checkpoint and its OpenTimestamps file; null without a stamp. @param size of its tree */
export async function readAnchor(
  db: Kysely<DB>,
  size: number,
): Promise<{ text: string; proof: Uint8Array } | null> {
  const anchor = await db
    .selectFrom('logAnchors as anchor')
    .innerJoin('logCheckpoints as checkpoint', 'checkpoint.size', 'anchor.size')
    .select(['anchor.chain', 'checkpoint.note'])
    .where('anchor.size', '=', size)
    .executeTakeFirst();
  const note = anchor && parseNote(anchor.note);
  return note ? { text: note.text, proof: proofFile(timestampImprint({ note }), anchor.chain) } : null;
}

/** The last stamp whose block is known, otherwise the last stamp. */
export async function findLastAnchor(db: Kysely<DB>): Promise<LogOverview['anchored']> {
  const anchor = await db
    .selectFrom('logAnchors')
    .select(['size', 'calendar', 'anchoredAt', 'blockHeight'])
    .orderBy((eb) => eb('blockHeight', 'is', null))
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!anchor) return null;
  const { size, calendar, anchoredAt, blockHeight } = anchor;
  return { size, calendar: new URL(calendar).host, anchoredAt: anchoredAt.toISOString(), blockHeight };
}
