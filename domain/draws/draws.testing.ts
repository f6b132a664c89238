/** Draw fixtures: matching terms, list and record. */
import type { DrawFallback } from './draw-rules.ts';
import { type DrawTerms, sealHash, sealText } from './sealing/draw-seal.ts';
import { drawWinners, type LotteryResult } from './draw-winners.ts';
import { sha256Hex } from './sealing/sha256.ts';
import {
  buyerTag,
  listHeader,
  listLine,
  ListReader,
  type ReadList,
  SoldNumbers,
} from './sealing/sold-list.ts';
import type { DrawRecord } from './verifying/verify-draw.ts';

const RIFA = '5e000000-0000-4000-8000-000000000001';

export function parseList(text: string): ReadList {
  const reader = new ListReader();
  reader.push(new TextEncoder().encode(text));
  return reader.finish();
}

/**
 * @param holders any identifier of the holder, by number
 * @param manual numbers sold manually; absent for a list of the first format
 */
export function listText(
  totalNumbers: number,
  holders: ReadonlyMap<number, string>,
  manual?: ReadonlySet<number>,
): string {
  const lines = [...holders]
    .sort(([a], [b]) => a - b)
    .map(
      ([number, holder]) =>
        `${listLine(number, totalNumbers, buyerTag(RIFA, holder), manual?.has(number))}\n`,
    );
  const counts = { rifaId: RIFA, totalNumbers, soldNumbers: holders.size };
  return listHeader({ ...counts, ...(manual && { manualNumbers: manual.size }) }) + lines.join('');
}

export function termsOf(list: ReadList, more: Partial<DrawTerms> = {}): DrawTerms {
  return {
    ...list.header,
    listHash: list.hash,
    merkleRoot: list.root,
    rule: 'federal-1',
    fallback: 'lot',
    positions: [1, 2, 3],
    cotaWinsOnce: true,
    extraction: 5929,
    extractionDate: '2024-12-28',
    ...more,
  };
}

export function soldNumbers(numbers: readonly number[]): SoldNumbers {
  return new SoldNumbers(Int32Array.from(numbers).sort());
}

export function officialBody({ extraction, prizes }: LotteryResult, date: string): string {
  const tickets = prizes.map((prize) => prize.padStart(6, '0'));
  return JSON.stringify({
    dataApuracao: date.split('-').toReversed().join('/'),
    dezenasSorteadasOrdemSorteio: tickets,
    listaDezenas: tickets,
    numero: extraction,
    tipoJogo: 'LOTERIA_FEDERAL',
    ultimoConcurso: true,
  });
}

export interface MadeDraw {
  text: string;
  record: DrawRecord;
}

/** A complete draw whose record matches its list. */
export function makeDraw({
  totalNumbers,
  holders,
  prizes,
  fallback = 'lot',
  manual,
}: {
  totalNumbers: number;
  holders: ReadonlyMap<number, string>;
  prizes: string[];
  fallback?: DrawFallback;
  /** Numbers sold manually; absent for a list of the first format. */
  manual?: ReadonlySet<number>;
}): MadeDraw {
  const text = listText(totalNumbers, holders, manual);
  const list = parseList(text);
  const terms = termsOf(list, { fallback });
  const result = { extraction: terms.extraction, date: terms.extractionDate, prizes };
  return { text, record: drawRecord(terms, list, [result]) };
}

/** The record of a draw by these official results, in the order used. */
export function drawRecord(
  terms: DrawTerms,
  list: ReadList,
  results: readonly (LotteryResult & { date: string; prizes: string[] })[],
): DrawRecord {
  const seal = sealText(terms);
  const { winners } = drawWinners(terms, results, list.numbers);
  return {
    seal: { text: seal, hash: sealHash(seal) },
    results: results.map((result) => {
      const rawBody = officialBody(result, result.date);
      return { ...result, rawBody, rawHash: sha256Hex(rawBody) };
    }),
    winners: winners.map(({ position, number }) => ({
      position,
      number,
      tag: number === null ? null : list.tagAt(list.numbers.indexOf(number)),
    })),
  };
}
