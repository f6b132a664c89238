/** The seal: everything that decides a draw except the lottery itself, published before the lottery runs. */
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
  /** ISO date on which it was announced to run. */
  extractionDate: string;
}

const FORMAT = 'mare-da-sorte/lacre/1';

/** The one form of the terms as text; its SHA-256 is the seal. */
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

/** @returns null for a text that `sealText` would not have written. */
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
