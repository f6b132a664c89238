/** Reads the frozen list in its published form. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { listHeader, ListFault, ListReader, type ReadList } from '@mare/domain/draws/sealing/sold-list.ts';

const decompress = promisify(gunzip);

/** Streams the exact bytes of the text whose hash was published. */
export async function* readListText(db: Kysely<DB>, rifaId: string): AsyncGenerator<Buffer> {
  const list = await db
    .selectFrom('drawLists')
    .select(['rifaId', 'totalNumbers', 'soldNumbers', 'manualNumbers'])
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  yield Buffer.from(listHeader({ ...list, manualNumbers: list.manualNumbers ?? undefined }));
  for (let chunkNo = 0; ; chunkNo++) {
    const chunk = await readChunk(db, rifaId, chunkNo);
    if (!chunk) return;
    yield chunk;
  }
}

/** Lines of one chunk, each ending in a line feed; null beyond the last chunk. */
export async function readChunk(db: Kysely<DB>, rifaId: string, chunkNo: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('drawListChunks')
    .select('body')
    .where('rifaId', '=', rifaId)
    .where('chunkNo', '=', chunkNo)
    .executeTakeFirst();
  return row ? decompress(row.body) : null;
}

/**
 * Reads the whole list and recomputes its hash.
 *
 * @throws ListFault when the stored list is malformed
 */
export async function readList(db: Kysely<DB>, rifaId: string): Promise<ReadList> {
  const reader = new ListReader(createHash('sha256'));
  for await (const part of readListText(db, rifaId)) reader.push(part);
  return reader.finish();
}

/** @returns null when the stored list is damaged */
export async function readStoredList(db: Kysely<DB>, rifaId: string): Promise<ReadList | null> {
  try {
    return await readList(db, rifaId);
  } catch (error) {
    if (error instanceof ListFault || isDecompressionError(error)) return null;
    throw error;
  }
}

function isDecompressionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
