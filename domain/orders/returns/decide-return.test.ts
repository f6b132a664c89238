import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cotaValues } from './cota-values.ts';
import { decideReturn, priceOf, type PaidLine, type ReturnCause } from './decide-return.ts';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
const active = { status: 'active', salesEndAt: day(20), isFrozen: false } as const;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function paid(more: Partial<PaidLine> = {}): PaidLine {
  const bought = more.bought ?? numbers(3);
  return {
    lineNo: 1,
    rifaId: 'a',
    rifa: active,
    totalCentavos: 1_000,
    bought,
    held: bought,
    prizeNumbers: [],
    isRevealed: false,
    givenNumbers: [],
    ...more,
  };
}

const withdrawal: ReturnCause = { kind: 'withdrawal', paidAt: day(1), now: day(2) };
const cancelled: ReturnCause = { kind: 'rifa_cancelled' };
const reasons = (lines: PaidLine[], cause: ReturnCause) =>
  decideReturn(lines, cause).kept.map(({ reason, numbers: ofReason }) => [reason, ofReason]);

describe('a cancelled rifa', () => {
  const lineOfB = paid({
    lineNo: 2,
    rifaId: 'b',
    rifa: { ...active, status: 'cancelled' },
    totalCentavos: 301,
  });

  test('returns its own cotas, never those of another rifa of the order', () => {
    const decision = decideReturn([paid(), lineOfB], cancelled);
    expect(decision.returned).toEqual([
      { lineNo: 2, rifaId: 'b', numbers: [1, 2, 3], centavos: 301, isSealed: false },
    ]);
    expect(decision.kept).toMatchObject([
      { lineNo: 1, rifaId: 'a', numbers: [1, 2, 3], reason: 'OTHER_RIFA' },
    ]);
  });

  test('leaves a cota that won a cota premiada with its buyer', () => {
    const decision = decideReturn([{ ...lineOfB, prizeNumbers: [2] }], cancelled);
    expect(decision.returned).toEqual([
      { lineNo: 2, rifaId: 'b', numbers: [1, 3], centavos: 201, isSealed: false },
    ]);
  });

  test('returns gifted cotas and cotas on a frozen list', () => {
    const frozen = {
      ...lineOfB,
      givenNumbers: [1],
      rifa: { ...lineOfB.rifa, isFrozen: true },
      isRevealed: true,
    };
    expect(priceOf(decideReturn([frozen], cancelled).returned)).toBe(301);
  });
});

describe('a withdrawal', () => {
  test.each([
    ['a frozen list', { rifa: { ...active, isFrozen: true } }, 'DRAWN'],
    ['a drawn rifa', { rifa: { ...active, status: 'completed' as const } }, 'DRAWN'],
    ['a rifa whose sales are over', { rifa: { ...active, status: 'closed' as const } }, 'TOO_LATE'],
    ['revealed cotas', { isRevealed: true }, 'REVEALED'],
  ])('never returns %s', (_name, more, reason) => {
    expect(decideReturn([paid(more)], withdrawal).returned).toEqual([]);
    expect(reasons([paid(more)], withdrawal)).toEqual([[reason, [1, 2, 3]]]);
  });

  test('returns the open rifa of an order whose other rifa is drawn', () => {
    const drawn = paid({ lineNo: 2, rifaId: 'b', rifa: { ...active, status: 'completed' } });
    const decision = decideReturn([paid(), drawn], withdrawal);
    expect(decision.returned.map(({ rifaId }) => rifaId)).toEqual(['a']);
  });

  test('keeps a gift that another person claimed', () => {
    expect(reasons([paid({ givenNumbers: [3] })], withdrawal)).toEqual([['GIVEN', [3]]]);
  });

  test('is rejected from the eighth day', () => {
    expect(decideReturn([paid()], { ...withdrawal, now: day(8) }).returned).toEqual([]);
  });
});

test('an admin refund returns only the chosen rifas, never a frozen one', () => {
  const lines = [paid(), paid({ lineNo: 2, rifaId: 'b', rifa: { ...active, isFrozen: true } })];
  const ofBothRifas = decideReturn(lines, { kind: 'admin', rifaIds: ['a', 'b'] });
  expect(ofBothRifas.returned.map(({ rifaId }) => rifaId)).toEqual(['a']);
  expect(decideReturn(lines, { kind: 'admin', rifaIds: ['b'] }).returned).toEqual([]);
});

describe('the value of cotas', () => {
  test('spreads a total evenly, the odd centavos included', () => {
    expect([...cotaValues([7, 3, 5], 1_000)]).toEqual([
      [3, 333],
      [5, 333],
      [7, 334],
    ]);
  });

  test('adds up to the amount paid, in any parts and order of returns', () => {
    const anyLine = fc.record({
      cotas: fc.integer({ min: 1, max: 60 }),
      totalCentavos: fc.integer({ min: 1, max: 1e6 }),
      seed: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(anyLine, ({ cotas, totalCentavos, seed }) => {
        const bought = numbers(cotas);
        const line = { ...paid(), bought, totalCentavos, rifa: { ...active, status: 'cancelled' as const } };
        let held = bought;
        let sum = 0;
        for (const pick of [...seed, 0]) {
          // A prize keeps some out of this step; the last step returns the rest.
          const prizeNumbers = pick === 0 ? [] : held.filter((number) => (number * (pick + 1)) % 3 === 0);
          const { returned } = decideReturn([{ ...line, held, prizeNumbers }], cancelled);
          sum += priceOf(returned);
          const returnedNumbers = new Set(returned.flatMap((part) => part.numbers));
          held = held.filter((number) => !returnedNumbers.has(number));
        }
        expect(held).toEqual([]);
        expect(sum).toBe(totalCentavos);
      }),
    );
  });
});

test('refunds the sum of all lines', () => {
  const lines = [paid({ totalCentavos: 700 }), paid({ lineNo: 2, totalCentavos: 302 })];
  const { returned } = decideReturn(lines, { kind: 'admin', rifaIds: ['a'] });
  expect(returned).toHaveLength(2);
  expect(priceOf(returned)).toBe(1_002);
});
