/** Measured cases: number and size of rifas, share sold, cotas per order. */

export interface Case {
  rifas: number;
  /** Numbers of each rifa. */
  total: number;
  /** Share sold beforehand, 0 to 1. */
  sold: number;
  /** Cotas per order. */
  k: number;
  /** Orders request the numbers drawn in the cart. */
  requested: boolean;
}

const base: Case = { rifas: 1, total: 1_000_000, sold: 0, k: 10, requested: true };
const sizes = [1, 10, 100];
const shares = [0, 0.5, 0.95, 0.999];

const quick: Case[] = [
  ...sizes.map((k) => ({ ...base, k })),
  { ...base, rifas: 100 },
  { ...base, sold: 0.999 },
];

const writer: Case[] = [
  ...[1, 100].flatMap((rifas) => [
    ...sizes.map((k) => ({ ...base, rifas, k })),
    { ...base, rifas, requested: false },
  ]),
  ...[...shares.slice(1), 0.9999].map((sold) => ({ ...base, sold })),
  ...[...shares, 0.9999].map((sold) => ({ ...base, total: 10_000_000, sold })),
];

const http: Case[] = [
  ...[1, 100].flatMap((rifas) => sizes.map((k) => ({ ...base, rifas, k }))),
  { ...base, requested: false },
  ...sizes.flatMap((k) => shares.map((sold) => ({ ...base, total: 10_000_000, k, sold }))),
  ...shares.slice(0, 2).map((sold) => ({ ...base, total: 10_000, sold })),
  ...shares.slice(1).map((sold) => ({ ...base, sold })),
  ...shares.slice(1).map((sold) => ({ ...base, rifas: 100, total: 100_000, sold })),
];

export const WARM_UP = base;

export function casesOf(path: 'writer' | 'http', isQuick: boolean, buyers: number): Case[] {
  const cases = isQuick ? quick : { writer, http }[path];
  // Fewer free numbers than concurrent demand would measure rejections only.
  return cases.filter(({ total, sold, k, rifas }) => total * (1 - sold) * rifas * 0.8 >= buyers * k);
}
