/** Writes the list of sold numbers in chunks and hashes it. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { MerkleTree } from '@mare/domain/draws/sealing/merkle-tree.ts';
import { toHex } from '@mare/domain/hex.ts';
import { buyerTag, listHeader, listLine } from '@mare/domain/draws/sealing/sold-list.ts';
import { computeTagOpening } from './compute-tag-opening.ts';
import type { SoldCotas } from './read-sold-cotas.ts';

/** A power of two, so that a chunk is a full subtree. */
export const CHUNK_LINES = 16_384;
const LINE_FEED = 10;
const compress = promisify(gzip);

export interface WrittenList {
  bytes: number;
  /** In hexadecimal digits. */
  listHash: string;
  merkleRoot: string;
}

export async function writeList(
  trx: Transaction<DB>,
  rifa: { id: string; totalNumbers: number },
  cotas: SoldCotas,
  tagKey: Buffer,
): Promise<WrittenList> {
  const tags = cotas.buyers.map((userId) => buyerTag(rifa.id, computeTagOpening(tagKey, userId)));
  const header = Buffer.from(
    listHeader({
      rifaId: rifa.id,
      totalNumbers: rifa.totalNumbers,
      soldNumbers: cotas.sold,
      manualNumbers: cotas.soldManually.listed,
    }),
  );
  const hash = createHash('sha256').update(header);
  const tree = new MerkleTree();
  let bytes = header.length;
  let chunkNo = 0;
  for (let next = nextNumber(cotas, 0); next > 0; chunkNo++) {
    const firstNumber = next;
    const lines: string[] = [];
    for (; next > 0 && lines.length < CHUNK_LINES; next = nextNumber(cotas, next))
      lines.push(
        listLine(next, rifa.totalNumbers, tags[cotas.holders[next]! - 1]!, cotas.manual[next] === 1),
      );
    const body = Buffer.from(`${lines.join('\n')}\n`);
    hash.update(body);
    bytes += body.length;
    const root = rootOfChunk(body);
    tree.add(root);
    await trx
      .insertInto('drawListChunks')
      .values({
        rifaId: rifa.id,
        chunkNo,
        firstNumber,
        body: await compress(body, { level: 3 }),
        root: Buffer.from(root),
      })
      .execute();
  }
  return { bytes, listHash: toHex(hash.digest()), merkleRoot: toHex(tree.root()) };
}

/** Root of one chunk's subtree; only the last chunk's may be incomplete. @param body lines, each with its line feed */
export function rootOfChunk(body: Buffer): Uint8Array {
  const tree = new MerkleTree();
  for (let start = 0; start < body.length;) {
    const end = body.indexOf(LINE_FEED, start);
    tree.addLine(body, start, end);
    start = end + 1;
  }
  return tree.root();
}

/** The first listed number above this one, or 0. */
function nextNumber({ holders }: SoldCotas, after: number): number {
  for (let number = after + 1; number < holders.length; number++) if (holders[number] !== 0) return number;
  return 0;
}
