import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeclaredTerms, declaredLines } from './declared-terms.ts';

const PLAIN: DeclaredTerms = {
  priceSteps: [],
  combos: [],
  plans: null,
  salesEndMinutes: 60,
  drawsEarly: false,
  unsoldPolicy: 'draw',
  unsoldMinPercent: 0,
  maxPerPerson: null,
  vipOnly: false,
  vipHours: 0,
};

test('lists every declared term', () => {
  expect(declaredLines(PLAIN)).toEqual(['vendas até 60 minutos antes da extração']);
  expect(
    declaredLines({
      priceSteps: [{ fromQuantity: 10, priceCentavos: 90 }],
      combos: [{ quantity: 1000, priceCentavos: 50_000 }],
      plans: [{ name: 'Dupla', quantity: 20, bonusPercentage: 25 }],
      salesEndMinutes: 1440,
      drawsEarly: true,
      unsoldPolicy: 'refund',
      unsoldMinPercent: 30,
      maxPerPerson: 1,
      vipOnly: false,
      vipHours: 24,
    }),
  ).toEqual([
    'vendas até 1.440 minutos antes da extração',
    'a partir de 10 cotas, R$ 0,90 cada',
    'combo de 1.000 cotas por R$ 500,00',
    'plano Dupla de 20 cotas com 25% de bônus',
    'com menos de 30% vendidos, a rifa é cancelada e o dinheiro volta',
    'esgotada, o sorteio é adiantado',
    'no máximo 1 cota por pessoa',
    '24 horas antes para VIPs',
  ]);
});

const quantity = fc.integer({ min: 2, max: 500 });
const centavos = fc.integer({ min: 1, max: 1_000_000 });
const terms: fc.Arbitrary<DeclaredTerms> = fc.record({
  priceSteps: fc.array(fc.record({ fromQuantity: quantity, priceCentavos: centavos }), { maxLength: 2 }),
  combos: fc.array(fc.record({ quantity, priceCentavos: centavos }), { maxLength: 2 }),
  plans: fc.option(
    fc.array(fc.record({ name: fc.constantFrom('Prata', 'Ouro'), quantity, bonusPercentage: fc.nat(100) }), {
      minLength: 1,
      maxLength: 2,
    }),
  ),
  salesEndMinutes: fc.integer({ min: 10, max: 1440 }),
  drawsEarly: fc.boolean(),
  unsoldPolicy: fc.constantFrom('draw', 'postpone', 'refund'),
  // Without a minimum the policy never applies.
  unsoldMinPercent: fc.integer({ min: 1, max: 100 }),
  maxPerPerson: fc.option(fc.integer({ min: 1, max: 1000 })),
  vipOnly: fc.constant(false),
  vipHours: fc.nat(168),
});

test('two rifas with the same lines have the same terms', () => {
  fc.assert(
    fc.property(terms, terms, (one, changed) => {
      for (const part of Object.keys(one) as (keyof DeclaredTerms)[]) {
        const other = { ...one, [part]: changed[part] };
        const isMeaningless = part === 'unsoldMinPercent' && one.unsoldPolicy === 'draw';
        const isSame = isMeaningless || JSON.stringify(one) === JSON.stringify(other);
        expect(JSON.stringify(declaredLines(one)) === JSON.stringify(declaredLines(other))).toBe(isSame);
      }
    }),
  );
});
