import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type BrowsableRifa,
  browseRifas,
  isNarrowed,
  parseRifaSearch,
  RIFAS_PER_PAGE,
} from './browse-rifas.ts';

function rifa(title: string, change: Partial<BrowsableRifa> = {}): BrowsableRifa {
  return {
    title,
    description: '',
    prizeName: null,
    prizeType: null,
    priceCentavos: 100,
    soldNumbers: 0,
    totalNumbers: 1000,
    drawDate: '2026-12-24T23:00:00.000Z',
    createdAt: '2026-11-01T12:00:00.000Z',
    ...change,
  };
}

const now = new Date('2026-11-20T12:00:00.000Z');

const shop = [
  rifa('Máquina de costura', {
    prizeType: 'product',
    priceCentavos: 500,
    createdAt: '2026-11-03T12:00:00.000Z',
  }),
  rifa('Picape', { prizeName: 'Zero km', priceCentavos: 25, drawDate: '2026-11-25T23:00:00.000Z' }),
  rifa('Cesta', {
    prizeType: 'service',
    description: 'Café da manhã',
    soldNumbers: 900,
    createdAt: '2026-11-02T12:00:00.000Z',
  }),
];

test.each([
  ['', ['Máquina de costura', 'Cesta', 'Picape']],
  ['busca=maquina', ['Máquina de costura']],
  ['busca=CAFE+manha', ['Cesta']],
  ['busca=zero', ['Picape']],
  ['busca=nada', []],
  ['ate=1', ['Cesta', 'Picape']],
  ['ate=0.25', ['Picape']],
  ['ate=-3&ordem=qualquer&pagina=abc', ['Máquina de costura', 'Cesta', 'Picape']],
  ['premio=produto', ['Máquina de costura']],
  ['premio=servico', ['Cesta']],
  ['premio=outro', ['Máquina de costura', 'Cesta', 'Picape']],
  ['quando=logo', ['Picape']],
  ['quando=hoje', []],
  ['ordem=encerrando', ['Picape', 'Máquina de costura', 'Cesta']],
  ['ordem=menor-preco', ['Picape', 'Cesta', 'Máquina de costura']],
  ['ordem=mais-vendidas', ['Cesta', 'Máquina de costura', 'Picape']],
])('?%s finds %j', (query, titles) => {
  const page = browseRifas(shop, parseRifaSearch(new URLSearchParams(query)), now);
  expect(page.rifas.map(({ title }) => title)).toEqual(titles);
});

test.each([
  ['2026-11-21T02:59:00.000Z', true],
  ['2026-11-21T03:00:00.000Z', false],
  ['2026-11-20T12:01:00.000Z', true],
  ['2026-11-20T11:59:00.000Z', false],
])('a draw at %s is still to come today, at 9 h in Maceió: %s', (drawDate, isToday) => {
  const found = browseRifas(
    [rifa('Moto', { drawDate })],
    parseRifaSearch(new URLSearchParams('quando=hoje')),
    now,
  );
  expect(found.found).toBe(isToday ? 1 : 0);
});

test('does not count a page number as a filter', () => {
  expect(isNarrowed(parseRifaSearch(new URLSearchParams('pagina=2')))).toBe(false);
  expect(isNarrowed(parseRifaSearch(new URLSearchParams('busca=pix')))).toBe(true);
});

test('pages show every rifa once, and a page out of range shows the last one', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.integer({ min: 1, max: 50 }), (count, requested) => {
      const many = Array.from({ length: count }, (_, index) => rifa(`Rifa ${index}`));
      const search = parseRifaSearch(new URLSearchParams());
      const { pages } = browseRifas(many, search, now);
      const shown = Array.from({ length: pages }, (_, index) =>
        browseRifas(many, { ...search, page: index + 1 }, now),
      );
      expect(shown.flatMap(({ rifas }) => rifas)).toEqual(many);
      expect(shown.every(({ rifas }) => rifas.length <= RIFAS_PER_PAGE)).toBe(true);
      expect(browseRifas(many, { ...search, page: requested }, now).page).toBe(Math.min(requested, pages));
    }),
  );
});
