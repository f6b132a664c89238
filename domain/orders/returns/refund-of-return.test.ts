import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideReturn, type PaidLine } from './decide-return.ts';
import { refundOfReturn, sealedCentavos } from './refund-of-return.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function paid(rifaId: string, more: Partial<PaidLine> = {}): PaidLine {
  const bought = more.bought ?? numbers(2);
  const rifa = { status: 'active', salesEndAt: new Date(Date.UTC(2026, 10, 20)), isFrozen: false } as const;
  const line = { lineNo: 1, rifaId, rifa, totalCentavos: 600, bought, held: bought };
  return { ...line, prizeNumbers: [], isRevealed: false, givenNumbers: [], ...more };
}

const frozen = (line: PaidLine): PaidLine => ({ ...line, rifa: { ...line.rifa, isFrozen: true } });
const refund = (lines: PaidLine[], left: number, ...rifaIds: string[]) =>
  refundOfReturn(decideReturn(lines, { kind: 'admin', rifaIds }), left);
const refundSealed = (lines: PaidLine[], left: number, ...rifaIds: string[]) =>
  refundOfReturn(decideReturn(lines, { kind: 'sealed', rifaIds }), left);
const a = paid('a');
const b = paid('b', { lineNo: 2, totalCentavos: 400 });

describe('after a refund of an amount', () => {
  test('refunds the share of what goes back, and the rest with the last cotas', () => {
    expect(refund([a, b], 800, 'a')).toEqual([480]);
    expect(refund([b], 320, 'b')).toEqual([320]);
    expect(refund([a, b], 801, 'a', 'b')).toEqual([480, 321]);
  });

  test('loses no centavo to rounding when all cotas outside frozen lists go back', () => {
    const lines = [1_001, 333].map((totalCentavos, index) =>
      paid(`${index}`, { lineNo: index, totalCentavos }),
    );
    expect(refund([...lines, frozen(paid('c', { totalCentavos: 250 }))], 1_554, '0', '1')).toEqual([
      978, 326,
    ]);
  });

  test('keeps the price of cotas on a frozen list', () => {
    expect(refund([a, frozen(b)], 700, 'a', 'b')).toEqual([300]);
    expect(refund([a, frozen(b)], 400, 'a', 'b')).toEqual([0]);
    expect(refundSealed([a, frozen(b)], 700, 'b')).toEqual([400]);
  });

  test('leaves one centavo with cotas that stay', () => {
    expect(refundSealed([a, frozen(b)], 400, 'b')).toEqual([399]);
    expect(refund([paid('a', { totalCentavos: 1, prizeNumbers: [1] })], 1, 'a')).toEqual([0]);
    expect(refund([a, { ...b, totalCentavos: 0 }], 600, 'a')).toEqual([599]);
  });
});

const anyOrder = fc.record({
  totals: fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 4 }),
  goodwill: fc.nat(6_000),
  steps: fc.array(fc.record({ line: fc.nat(3), cotas: fc.integer({ min: 1, max: 3 }) }), { maxLength: 8 }),
});
const linesOf = (totals: readonly number[]) =>
  totals.map((totalCentavos, index) =>
    paid(String(index), { lineNo: index + 1, totalCentavos, bought: numbers(3) }),
  );

test('refunds the price if no amount was refunded', () => {
  fc.assert(
    fc.property(anyOrder, ({ totals, steps }) => {
      const chosen = new Set(steps.map(({ line }) => String(line)));
      const decision = decideReturn(linesOf(totals), { kind: 'admin', rifaIds: [...chosen] });
      const stays = sum(decision.kept.map(({ centavos }) => centavos));
      fc.pre(decision.kept.length === 0 || stays > 0);
      const amounts = refundOfReturn(decision, sum(totals));
      expect(amounts).toEqual(decision.returned.map(({ centavos }) => centavos));
    }),
  );
});

test('never empties a payment while cotas stay, and empties it with the last ones', () => {
  fc.assert(
    fc.property(anyOrder, ({ totals, goodwill, steps }) => {
      let lines = linesOf(totals);
      let left = sum(totals) - goodwill;
      fc.pre(left > 0 && totals.at(-1)! > 3);
      for (const { line, cotas } of [...steps, null].map((step) => step ?? { line: -1, cotas: 3 })) {
        // All but the first cotas are kept, as if they had found prizes; the last step returns everything.
        const asked = lines.map((paidLine, index) => ({
          ...paidLine,
          prizeNumbers: line < 0 || index === line ? paidLine.held.slice(cotas) : paidLine.held,
        }));
        const decision = decideReturn(asked, { kind: 'admin', rifaIds: lines.map(({ rifaId }) => rifaId) });
        const amounts = refundOfReturn(decision, left);
        for (const [index, amount] of amounts.entries())
          expect(amount).toBeLessThanOrEqual(decision.returned[index]!.centavos);
        left -= sum(amounts);
        expect(left).toBeGreaterThanOrEqual(decision.kept.length > 0 ? 1 : 0);
        if (sum(amounts) === 0) continue;
        const gone = new Map(decision.returned.map((part) => [part.lineNo, part.numbers]));
        lines = lines.map((paidLine) => ({
          ...paidLine,
          held: paidLine.held.filter((number) => !gone.get(paidLine.lineNo)?.includes(number)),
        }));
      }
      const held = decideReturn(lines, { kind: 'sealed', rifaIds: [] });
      const price = sum(held.kept.map(({ centavos }) => centavos));
      expect(left).toBeLessThanOrEqual(price > 0 ? 0 : 1);
    }),
  );
});

test('lets no sequence of amounts and returns by one admin touch the price of frozen cotas', () => {
  fc.assert(
    fc.property(anyOrder, ({ totals, steps }) => {
      let lines = linesOf(totals).map((line, index) => (index === 0 ? frozen(line) : line));
      let left = sum(totals);
      const sealed = totals[0]!;
      for (const { line, cotas } of steps) {
        const amount = cotas * 300;
        const decision = decideReturn(lines, { kind: 'admin', rifaIds: [String(line)] });
        if (cotas > 1) {
          if (amount <= left - sealedCentavos(decision)) left -= amount;
          continue;
        }
        const refunded = sum(refundOfReturn(decision, left));
        if (refunded === 0) continue;
        left -= refunded;
        lines = lines.filter(({ rifaId }) => !decision.returned.some((gone) => gone.rifaId === rifaId));
      }
      expect(left).toBeGreaterThanOrEqual(sealed);
    }),
  );
});
