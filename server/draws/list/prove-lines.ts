import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  inclusionPath,
  leafHash,
  merkleLevels,
  type PathStep,
} from '@mare/domain/draws/sealing/merkle-tree.ts';
import { readChunk } from './read-list.ts';
import { CHUNK_LINES } from './write-list.ts';

export interface ProvedLine {
  number: number;
  /** 0-based in the list. */
  index: number;
  line: string;
  /** From the line to the root of the list. */
  path: PathStep[];
}

/**
 * Computes inclusion proofs for the lines of these numbers on the frozen list, reading one chunk at a time. Skips
 * numbers that are not on the list.
 * @param isWanted filters by the text of the line
 */
export async function proveLines(
  db: Kysely<DB>,
  rifaId: string,
  numbers: readonly number[],
  isWanted: (line: string) => boolean = () => true,
): Promise<ProvedLine[]> {
  const chunks = await db
    .selectFrom('drawListChunks')
    .select(['chunkNo', 'firstNumber', 'root'])
    .where('rifaId', '=', rifaId)
    .orderBy('chunkNo')
    .execute();
  const upper = merkleLevels(chunks.map(({ root }) => root));
  const proved: ProvedLine[] = [];
  for (const [place, { chunkNo, firstNumber }] of chunks.entries()) {
    const next = chunks[place + 1]?.firstNumber ?? Number.POSITIVE_INFINITY;
    const numbersOfPart = new Set(numbers.filter((number) => number >= firstNumber && number < next));
    if (numbersOfPart.size === 0) continue;
    const lines = (await readChunk(db, rifaId, chunkNo))!.toString().split('\n').slice(0, -1);
    const lower = merkleLevels(lines.map((line) => leafHash(Buffer.from(line))));
    for (const [index, line] of lines.entries()) {
      const number = Number(line.split(' ', 1)[0]);
      if (!numbersOfPart.has(number) || !isWanted(line)) continue;
      const path = [...inclusionPath(lower, index), ...inclusionPath(upper, place)];
      proved.push({ number, index: chunkNo * CHUNK_LINES + index, line, path });
    }
  }
  return proved;
}
