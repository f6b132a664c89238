import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { EntryKind } from '@mare/domain/transparency/log/log-entry.ts';
import { makeInclusionProof } from '@mare/domain/transparency/log/merkle-tree.ts';
import { readHashes } from '../tree/log.queries.ts';

export interface ProvedEntry {
  /** 0-based in the log. */
  index: number;
  body: Buffer;
  /** Proof in the tree of the requested size. */
  proof: Uint8Array[];
}

/** Proves the last entry of a kind about a rifa or order; null when a tree of this size has none. */
export async function proveLatestEntry(
  db: Kysely<DB>,
  { subjectId, kind, size }: { subjectId: string; kind: EntryKind; size: number },
): Promise<ProvedEntry | null> {
  const entry = await db
    .selectFrom('logEntries')
    .select(['leafIndex', 'body'])
    .where('subjectId', '=', subjectId)
    .where('kind', '=', kind)
    .where('leafIndex', '<', size)
    .orderBy('leafIndex', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!entry) return null;
  const proof = await makeInclusionProof(readHashes(db, size), entry.leafIndex, size);
  return { index: entry.leafIndex, body: entry.body, proof };
}
