import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeDraw } from '../../../draws/draws.testing.ts';
import type { LogEntry } from '../../log/log-entry.ts';
import { drawEntries, HOLDERS, PRIZES, RIFA } from '../verify.testing.ts';
import { addEntry, COMPARED_KINDS, findRepetitions, type SeenEntries } from './repeated-entries.ts';

const OTHER = RIFA.replace(/1$/, '2');
const at = '2024-12-28T20:00:00.000Z';
const hash = (digit: string) => digit.repeat(64);
const draw = drawEntries(makeDraw({ totalNumbers: 1000, holders: HOLDERS, prizes: PRIZES }));
const { published, frozen, winners } = { ...draw, winners: draw.winners as Numbered<'winners'> };
type Numbered<Kind extends LogEntry['kind']> = Extract<LogEntry, { kind: Kind }>;
const sealed = (version: number) => ({ ...(draw.sealed as Numbered<'sealed'>), version });
const drawn = (version: number) => ({ ...winners, version });
const clause = (step: number): LogEntry => ({
  kind: 'clause',
  at,
  rifaId: RIFA,
  sealVersion: 1,
  step,
  reason: 'SKIPPED',
  extraction: 5_927,
  decides: false,
});
const hidden: LogEntry = {
  kind: 'hidden',
  at,
  rifaId: RIFA,
  seed: hash('a'),
  chain: hash('b'),
  round: 7,
  prizes: ['1-1 Moto'],
  values: null,
};
const placed: LogEntry = {
  kind: 'placed',
  at,
  rifaId: RIFA,
  round: 7,
  signature: 'ab',
  commitments: hash('c'),
};
const revealed = (seed: string): LogEntry => ({ kind: 'revealed', at, rifaId: RIFA, seed: hash(seed) });
const count: LogEntry = { kind: 'count', at, rifaId: RIFA, soldNumbers: 5, soldManually: 0 };
const cancelled: LogEntry = { kind: 'cancelled', at, rifaId: RIFA, reason: 'Motivo' };
const orderOpened: LogEntry = { kind: 'orderOpened', at, rifaId: RIFA, key: 'ab'.repeat(16) };
const receipt: LogEntry = { kind: 'receipt', commitment: hash('d') };

const find = (...entries: LogEntry[]) => findRepetitions(entries.map((entry, index) => ({ index, entry })));
const honest = [
  published,
  hidden,
  placed,
  count,
  receipt,
  receipt,
  count,
  frozen,
  revealed('e'),
  sealed(1),
  sealed(2),
  clause(1),
  drawn(1),
  orderOpened,
  clause(2),
  drawn(2),
];

test('accuses no honest draw: sealed again, drawn again, by several steps of the clause', () => {
  expect(find(...honest)).toEqual([]);
});

test('accepts the same seed again when a frozen rifa is cancelled', () => {
  expect(find(published, hidden, placed, frozen, revealed('e'), cancelled, revealed('e'))).toEqual([]);
});

test('accepts later versions of a rifa from before the log', () => {
  expect(find(sealed(2), drawn(1), drawn(2))).toEqual([]);
});

test('compares each rifa with itself only', () => {
  expect(find(...honest, ...honest.map((entry) => ({ ...entry, rifaId: OTHER }) as LogEntry))).toEqual([]);
});

describe('names the rifa and both positions of', () => {
  test.each<[string, LogEntry, string]>([
    ['a publication', published, `A rifa ${RIFA} foi publicada duas vezes, nas posições 0 e 16 do registro.`],
    [
      'a committed seed',
      hidden,
      `A semente das cotas premiadas da rifa ${RIFA} foi comprometida duas vezes, nas posições 1 e 16 do registro.`,
    ],
    [
      'a placement',
      placed,
      `Os números das cotas premiadas da rifa ${RIFA} foram escolhidos duas vezes, nas posições 2 e 16 do registro.`,
    ],
    ['a list', frozen, `A lista da rifa ${RIFA} foi congelada duas vezes, nas posições 7 e 16 do registro.`],
    [
      'another opened seed',
      revealed('f'),
      `As cotas premiadas da rifa ${RIFA} têm duas sementes abertas, nas posições 8 e 16 do registro.`,
    ],
    [
      'a first seal',
      sealed(1),
      `O lacre de versão 1 da rifa ${RIFA} está duas vezes no registro, nas posições 9 e 16.`,
    ],
    [
      'a step of the clause',
      clause(1),
      `O passo 1 da cláusula da rifa ${RIFA} está duas vezes no registro, nas posições 11 e 16.`,
    ],
    [
      'winners',
      drawn(2),
      `O sorteio de versão 2 da rifa ${RIFA} está duas vezes no registro, nas posições 15 e 16.`,
    ],
    [
      'an opened order',
      orderOpened,
      `A ordem dos números da rifa ${RIFA} foi aberta duas vezes, nas posições 13 e 16 do registro.`,
    ],
    [
      'a skipped seal',
      sealed(4),
      `O lacre de versão 4 da rifa ${RIFA}, na posição 16 do registro, não é o que segue ao que está na posição 10: uma versão falta ou está fora de ordem.`,
    ],
  ])('%s', (_, again, sentence) => {
    expect(find(...honest, again).map((found) => found.sentence)).toEqual([sentence]);
  });

  test('a first seal with a later version', () => {
    expect(find(published, frozen, sealed(2))).toMatchObject([{ rifaId: RIFA, indexes: [0, 2] }]);
  });
});

test('finds any entry of a draw that is logged again, wherever it is', () => {
  const compared = honest.filter(({ kind }) => COMPARED_KINDS.has(kind) && kind !== 'revealed');
  fc.assert(
    fc.property(fc.constantFrom(...compared), fc.nat(honest.length), (again, position) => {
      expect(find(...honest.toSpliced(position, 0, again))).not.toEqual([]);
    }),
  );
});

test('finds the same after its state was stored between any two entries', () => {
  const log = [...honest, frozen, sealed(2)];
  fc.assert(
    fc.property(fc.nat(log.length), (stop) => {
      let seen: SeenEntries = new Map();
      const found = log.flatMap((entry, index) => {
        if (index === stop) seen = new Map(JSON.parse(JSON.stringify([...seen])));
        return addEntry(seen, { index, entry }) ?? [];
      });
      expect(found).toEqual(find(...log));
    }),
  );
});
