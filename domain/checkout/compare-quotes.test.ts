import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareQuotes, type QuotedPrice } from './compare-quotes.ts';

const quote = (changes: Partial<QuotedPrice> = {}): QuotedPrice => ({
  lines: [{ rifaId: 'r1', title: 'Moto', quantity: 6, bonusQuantity: 1, fullCentavos: 1000 }],
  discounts: [{ kind: 'coupon', code: 'VOLTEI20', amountCentavos: 200 }],
  totalCentavos: 800,
  ...changes,
});

test('finds no change between equal quotes', () => {
  expect(compareQuotes(quote(), quote())).toEqual([]);
});

test('names a changed price, bonus and discount', () => {
  const now = quote({
    lines: [{ rifaId: 'r1', title: 'Moto', quantity: 5, bonusQuantity: 0, fullCentavos: 1500 }],
    discounts: [],
    totalCentavos: 1500,
  });
  expect(compareQuotes(quote(), now)).toEqual([
    { kind: 'price', rifaId: 'r1', title: 'Moto', was: 1000, is: 1500 },
    { kind: 'bonus', rifaId: 'r1', title: 'Moto', was: 1, is: 0 },
    { kind: 'discount', rifaId: null, title: 'VOLTEI20', was: 200, is: 0 },
  ]);
});

test('finds a change whenever the buyer would pay or receive something else', () => {
  const quoteFacts = fc.record({
    full: fc.constantFrom(1000, 1200),
    bonus: fc.constantFrom(0, 1),
    vip: fc.constantFrom(0, 100),
    coupon: fc.constantFrom(0, 100, 200),
  });
  const makeQuote = ({
    full,
    bonus,
    vip,
    coupon,
  }: {
    full: number;
    bonus: number;
    vip: number;
    coupon: number;
  }) =>
    quote({
      lines: [{ rifaId: 'r1', title: 'Moto', quantity: 5 + bonus, bonusQuantity: bonus, fullCentavos: full }],
      discounts: [
        ...(vip ? [{ kind: 'vip', code: null, amountCentavos: vip }] : []),
        ...(coupon ? [{ kind: 'coupon', code: 'C', amountCentavos: coupon }] : []),
      ],
      totalCentavos: full - vip - coupon,
    });
  fc.assert(
    fc.property(quoteFacts, quoteFacts, (shownFacts, newFacts) => {
      const [shown, current] = [makeQuote(shownFacts), makeQuote(newFacts)];
      const isEquivalent =
        shown.totalCentavos === current.totalCentavos &&
        shown.lines[0]!.quantity === current.lines[0]!.quantity;
      const changes = compareQuotes(shown, current);
      expect(isEquivalent || changes.length > 0).toBe(true);
    }),
  );
});
