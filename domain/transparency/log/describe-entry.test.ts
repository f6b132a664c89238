import { expect, test } from 'vitest';
import { describeEntry } from './describe-entry.ts';
import type { LogEntry } from './log-entry.ts';

const at = '2026-11-22T19:00:00.000Z';
const rifaId = '5e000000-0000-4000-8000-000000000012';
const commitment = 'ab'.repeat(32);

test('describes how many cotas were sold, and how many of them manually', () => {
  const count = { kind: 'count', at, rifaId, soldNumbers: 1200, soldManually: 0 } as const;
  expect(describeEntry(count, 0)).toBe('1.200 cotas vendidas até aqui.');
  expect(describeEntry({ ...count, soldNumbers: 1 }, 0)).toBe('1 cota vendida até aqui.');
  expect(describeEntry({ ...count, soldManually: 3 }, 0)).toContain('3 delas em mãos, pela organização');
});

test('distinguishes a first draw from a repeated one', () => {
  const winners = {
    kind: 'winners',
    at,
    rifaId,
    version: 1,
    sealVersion: 1,
    numbers: ['1:42', '2:-'],
  } as const;
  expect(describeEntry({ ...winners, numbers: [...winners.numbers] }, 100)).toBe('Sorteio feito: cota 0042.');
  expect(describeEntry({ ...winners, numbers: ['1:42', '2:7'] }, 100_000)).toBe(
    'Sorteio feito: cotas 000042, 000007.',
  );
  expect(describeEntry({ ...winners, numbers: ['1:-'], version: 2 }, 100)).toBe(
    'Sorteio refeito (versão 2): nenhuma cota podia ganhar.',
  );
});

test('describes why cotas were removed from a receipt', () => {
  const exit = {
    kind: 'exit',
    at,
    commitment,
    reason: 'desistencia',
    rifaId: null,
    numbers: ['todas'],
  } as const;
  expect(describeEntry({ ...exit, numbers: [...exit.numbers] }, 100)).toBe(
    'Todas as cotas de um comprovante saíram por desistência de quem comprou.',
  );
  expect(describeEntry({ ...exit, reason: 'doacao', rifaId, numbers: ['7', '8'] }, 100)).toBe(
    '2 cotas de um comprovante saíram porque foram dadas de presente.',
  );
});

test('formats the number of a delivered prize as elsewhere', () => {
  const delivered = { kind: 'delivered', at, rifaId, position: 1, number: 7 } as const;
  expect(describeEntry(delivered, 10_000)).toBe('O 1º prêmio, da cota 00007, foi entregue.');
  expect(describeEntry({ ...delivered, kind: 'instantDelivered' }, 10_000)).toBe(
    'A cota premiada 1, de número 00007, foi entregue.',
  );
});

test('lists what was declared at a publication', () => {
  const published = {
    kind: 'published',
    at,
    rifaId,
    title: 'Moto',
    totalNumbers: 100,
    priceCentavos: 100,
    rule: 'federal-1',
    fallback: 'lot',
    cotaWinsOnce: true,
    extraction: null,
    regulationHash: null,
    contentHash: null,
    permutation: 'ab'.repeat(32),
    instantSeed: null,
    prizes: ['1 Moto'],
    drawDate: null,
    declared: [],
  } satisfies LogEntry;
  const short = describeEntry(published, 100);
  expect(short).not.toContain('Sorteio em');
  expect(short).not.toContain('Condições');
  const declared = ['vendas até 60 minutos antes da extração', 'no máximo 5 cotas por pessoa'];
  expect(describeEntry({ ...published, drawDate: at, declared }, 100)).toBe(
    `${short} Sorteio em 22/11/2026, 16:00. Condições declaradas: vendas até 60 minutos antes da extração; no máximo 5 cotas por pessoa.`,
  );
});
