import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  commitmentOf,
  commitmentText,
  mayChooseNumbers,
  mixSeed,
  placeInstantPrizes,
  seedCommitment,
} from './instant-prizes.ts';

const RIFA = '5e000000-0000-4000-8000-000000000001';
const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('a commitment is the SHA-256 of four lines', () => {
  const opened = { position: 2, number: 42, salt: 'ab'.repeat(32) };
  expect(commitmentText(RIFA, opened)).toBe(
    `mare-da-sorte/cota-premiada/1 ${RIFA}\npremio 2\nnumero 42\nsal ${'ab'.repeat(32)}\n`,
  );
  const expected = createHash('sha256').update(commitmentText(RIFA, opened)).digest('hex');
  expect(commitmentOf(RIFA, opened)).toBe(expected);
  expect(commitmentOf(RIFA, { ...opened, number: 43 })).not.toBe(expected);
});

test('the seed alone determines distinct numbers of the rifa, reproducibly', () => {
  fc.assert(
    fc.property(seed, fc.integer({ min: 2, max: 10_000_000 }), fc.nat(30), (secret, totalNumbers, drawn) => {
      const count = Math.min(drawn, totalNumbers);
      const placed = placeInstantPrizes(RIFA, secret, { totalNumbers, count });
      expect(new Set(placed.map(({ number }) => number)).size).toBe(count);
      for (const { number } of placed) expect(number >= 1 && number <= totalNumbers).toBe(true);
      expect(placeInstantPrizes(RIFA, secret.slice(), { totalNumbers, count })).toEqual(placed);
      for (const prize of placed) expect(commitmentOf(RIFA, prize)).toBe(prize.commitment);
    }),
    { numRuns: 50 },
  );
});

test('every number can carry a prize, even all of them at once', () => {
  const placed = placeInstantPrizes(RIFA, new Uint8Array(32), { totalNumbers: 10, count: 10 });
  expect(placed.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  expect(() => placeInstantPrizes(RIFA, new Uint8Array(32), { totalNumbers: 2, count: 3 })).toThrow(
    RangeError,
  );
});

test('the placement depends on the seed and on the round', () => {
  const beacon = { chain: '0'.repeat(64), round: 7, signature: '1'.repeat(96) };
  const mixed = mixSeed(RIFA, new Uint8Array(32), beacon);
  const text = [
    'mare-da-sorte/cota-premiada/2',
    `rifa ${RIFA}`,
    `farol ${'0'.repeat(64)}`,
    'rodada 7',
    `assinatura ${'1'.repeat(96)}`,
    `semente ${'0'.repeat(64)}`,
    '',
  ].join('\n');
  expect(Buffer.from(mixed)).toEqual(createHash('sha256').update(text).digest());
  expect(mixSeed(RIFA, new Uint8Array(32), { ...beacon, signature: '2'.repeat(96) })).not.toEqual(mixed);
  expect(mixSeed(RIFA, new Uint8Array(32).fill(1), beacon)).not.toEqual(mixed);
});

test('a rifa with cotas premiadas sells no chosen numbers', () => {
  expect([0, 1].map((instantPrizes) => mayChooseNumbers({ instantPrizes }))).toEqual([true, false]);
});

test('different seeds have different commitments', () => {
  expect(seedCommitment(new Uint8Array(32))).toBe(
    createHash('sha256').update(new Uint8Array(32)).digest('hex'),
  );
});
