/** Restores a damaged or falsified list from a downloaded copy, whose SHA-256 proves that it is the frozen list. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql, type Transaction } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import type { DB } from '@mare/database/schema.ts';
import { listHeader, ListFault, ListReader, type ReadList } from '@mare/domain/draws/sealing/sold-list.ts';
import { CHUNK_LINES, rootOfChunk } from './write-list.ts';

const compress = promisify(gzip);
const LINE_FEED = 10;

export type RestoredList =
  | { ok: true; soldNumbers: number }
  /** `not_the_list`: the file is not the list that was frozen. */
  | { ok: false; code: 'NOT_FROZEN' | 'NOT_THE_LIST' };

/**
 * @param db connected as the owner of the tables: lists are immutable for everyone else
 * @param path of the list as downloaded, `lista.txt`
 */
export async function restoreList(db: Database, rifaId: string, path: string): Promise<RestoredList> {
  const frozen = await db
    .selectFrom('drawLists')
    .select(['listHash', 'merkleRoot', 'soldNumbers'])
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  if (!frozen) return { ok: false, code: 'NOT_FROZEN' };
  const list = await readCopy(path);
  if (list?.hash !== frozen.listHash || list.root !== frozen.merkleRoot)
    return { ok: false, code: 'NOT_THE_LIST' };
  await db.transaction().execute(async (trx) => {
    await sql`alter table draw_list_chunks disable trigger draw_list_chunks_final`.execute(trx);
    await trx.deleteFrom('drawListChunks').where('rifaId', '=', rifaId).execute();
    await writeChunks(trx, list, path);
    // A table with deferred checks cannot be altered.
    await sql`set constraints all immediate`.execute(trx);
    await sql`alter table draw_list_chunks enable trigger draw_list_chunks_final`.execute(trx);
  });
  return { ok: true, soldNumbers: frozen.soldNumbers };
}

async function readCopy(path: string): Promise<ReadList | null> {
  const reader = new ListReader(createHash('sha256'));
  try {
    for await (const part of createReadStream(path)) reader.push(part as Buffer);
    return reader.finish();
  } catch (error) {
    if (error instanceof ListFault) return null;
    throw error;
  }
}

async function writeChunks(trx: Transaction<DB>, { header, numbers }: ReadList, path: string): Promise<void> {
  const { rifaId } = header;
  let chunkNo = 0;
  for await (const body of chunksOf(path, Buffer.byteLength(listHeader(header)))) {
    await trx
      .insertInto('drawListChunks')
      .values({
        rifaId,
        chunkNo,
        firstNumber: numbers.at(chunkNo * CHUNK_LINES),
        body: await compress(body, { level: 3 }),
        root: Buffer.from(rootOfChunk(body)),
      })
      .execute();
    chunkNo++;
  }
}

/** The lines after the header, in batches of the size that `writeList` uses. */
async function* chunksOf(path: string, start: number): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  let lines = 0;
  let searched = 0;
  for await (const part of createReadStream(path, { start })) {
    rest = Buffer.concat([rest, part as Buffer]);
    for (let end = rest.indexOf(LINE_FEED, searched); end >= 0; end = rest.indexOf(LINE_FEED, searched)) {
      searched = end + 1;
      lines++;
      if (lines < CHUNK_LINES) continue;
      yield rest.subarray(0, searched);
      rest = rest.subarray(searched);
      lines = 0;
      searched = 0;
    }
  }
  if (rest.length > 0) yield rest;
}
