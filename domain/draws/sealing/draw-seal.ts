/** The seal: every input of a draw except the lottery result, published before the lottery runs. */
import { DRAW_FALLBACKS, type DrawFallback } from '../draw-rules.ts';
import { sha256Hex } from './sha256.ts';

export interface DrawTerms {
  rifaId: string;
  totalNumbers: number;
  soldNumbers: number;
  /** SHA-256 of the list, and its Merkle root: 64 hexadecimal digits each. */
  listHash: string;
  merkleRoot: string;
  /** A version of draw-rules.ts. */
  rule: string;
  fallback: DrawFallback;
  /** Positions of the prizes, ascending. */
  positions: readonly number[];
  cotaWinsOnce: boolean;
  /** Number of the extraction of the Loteria Federal. */
  extraction: number;
  /** Announced date of the extraction, ISO. */
  extractionDate: string;
}

const FORMAT = 'mare-da-sorte/lacre/1';

/** Canonical text of the terms; its SHA-256 is the seal. */
export function sealText(terms: DrawTerms): string {
  return [
    FORMAT,
    `rifa ${terms.rifaId}`,
    `numeros ${terms.totalNumbers}`,
    `vendidos ${terms.soldNumbers}`,
    `lista ${terms.listHash}`,
    `raiz ${terms.merkleRoot}`,
    `regra ${terms.rule}`,
    `nao-vendido ${terms.fallback}`,
    `premios ${terms.positions.join(' ')}`,
    `cota-ganha-uma-vez ${terms.cotaWinsOnce ? 'sim' : 'nao'}`,
    `extracao ${terms.extraction}`,
    `data ${terms.extractionDate}`,
    '',
  ].join('\n');
}

export function sealHash(text: string): string {
  return sha256Hex(text);
}

/** @param list null if the stored list is damaged */
export function isSealedList(
  list: { hash: string; root: string } | null,
  { listHash, merkleRoot }: Pick<DrawTerms, 'listHash' | 'merkleRoot'>,
): boolean {
  return list?.hash === listHash && list.root === merkleRoot;
}

/** @returns null unless the text is in the canonical form of `sealText`. */
export function readSeal(text: string): DrawTerms | null {
  const value = (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? '';
  const fallback = DRAW_FALLBACKS.find((each) => each === value('nao-vendido'));
  if (!fallback) return null;
  const terms: DrawTerms = {
    rifaId: value('rifa'),
    totalNumbers: Number(value('numeros')),
    soldNumbers: Number(value('vendidos')),
    listHash: value('lista'),
    merkleRoot: value('raiz'),
    rule: value('regra'),
    fallback,
    positions: value('premios').split(' ').map(Number),
    cotaWinsOnce: value('cota-ganha-uma-vez') === 'sim',
    extraction: Number(value('extracao')),
    extractionDate: value('data'),
  };
  return sealText(terms) === text ? terms : null;
}
