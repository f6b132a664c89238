import { expect, test } from 'vitest';
import { PURCHASE_PLANS } from '../rifas/prices/purchase-plan.ts';
import { type CartLine, priceCart, type RifaOnSale } from './price-cart.ts';

const moto: RifaOnSale = {
  id: 'moto',
  title: 'Moto na orla',
  priceCentavos: 1999,
  totalNumbers: 1000,
  minPerOrder: 1,
  cotasLeft: null,
  maxPerOrder: 100,
  choosesNumbers: false,
  maxPerPerson: null,
  heldCotas: 0,
};
const rifas = new Map([
  ['moto', moto],
  ['casa', { ...moto, id: 'casa', title: 'Casa', priceCentavos: 25, minPerOrder: 4, cotasLeft: 1000 }],
]);
const line = (changes: Partial<CartLine> = {}): CartLine => ({
  rifaId: 'moto',
  quantity: 3,
  tier: null,
  seenPriceCentavos: 1999,
  requestedNumbers: [],
  ...changes,
});
const price = (...lines: CartLine[]) => priceCart(lines, rifas, PURCHASE_PLANS);

test('prices three cotas of R$ 19,99 at R$ 59,97', () => {
  expect(price(line())).toMatchObject({ ok: true, totalCentavos: 5997 });
});

test('charges 5 cotas and delivers 6 with the plan Bronze', () => {
  const priced = price(line({ quantity: 5, tier: 'tier1' }));
  expect(priced).toMatchObject({ totalCentavos: 9995, lines: [{ quantity: 6, bonusQuantity: 1 }] });
});

test.each([
  ['a price other than the rifa’s', line({ seenPriceCentavos: 1 })],
  ['a plan that does not exist', line({ quantity: 5, tier: 'tier9' })],
  ['a plan with another quantity', line({ quantity: 1, tier: 'tier3' })],
])('rejects %s', (_name, wrong) => {
  expect(price(wrong)).toMatchObject({ ok: false, code: 'PRICE_CHANGED', rifaId: 'moto' });
});

test('rejects a rifa that is not on sale', () => {
  expect(price(line({ rifaId: 'gone' }))).toMatchObject({
    ok: false,
    code: 'RIFA_NOT_ACTIVE',
    rifaId: 'gone',
  });
});

test('applies order limits to all lines of a rifa, without the bonus', () => {
  expect(price(line({ quantity: 60 }), line({ quantity: 41 }))).toMatchObject({
    code: 'QUANTITY_OUT_OF_RANGE',
    max: 100,
  });
  expect(price(line({ quantity: 60 }), line({ quantity: 40 }))).toMatchObject({ ok: true });
  expect(price(line({ rifaId: 'casa', seenPriceCentavos: 25 }))).toMatchObject({
    code: 'QUANTITY_OUT_OF_RANGE',
    min: 4,
  });
});

test.each([
  [3, 3, true],
  [3, 2, false],
  [0, 1, true],
])(
  'with %i cotas left, fewer than the minimum, an order of %i is accepted: %s',
  (cotasLeft, quantity, ok) => {
    const last = new Map([['moto', { ...moto, minPerOrder: 4, cotasLeft }]]);
    expect(priceCart([line({ quantity })], last, PURCHASE_PLANS)).toMatchObject(
      ok ? { ok } : { code: 'QUANTITY_OUT_OF_RANGE', min: cotasLeft },
    );
  },
);

test('drops requested numbers that are duplicate, out of range or beyond the quantity', () => {
  const priced = price(line({ requestedNumbers: [0, 7, 7, 1001, 3, 900, 8] }));
  expect(priced).toMatchObject({ lines: [{ requestedNumbers: [3, 7, 900] }] });
});

test('counts held cotas, all lines and the bonus towards the buyer’s limit', () => {
  const limited = new Map([['moto', { ...moto, maxPerPerson: 10, heldCotas: 4 }]]);
  const priceLimited = (...lines: CartLine[]) => priceCart(lines, limited, PURCHASE_PLANS);
  expect(priceLimited(line(), line())).toMatchObject({ ok: true });
  expect(priceLimited(line({ quantity: 5, tier: 'tier1' }))).toMatchObject({ ok: true });
  expect(priceLimited(line(), line({ quantity: 4 }))).toMatchObject({
    ok: false,
    code: 'PURCHASE_LIMIT_EXCEEDED',
    max: 10,
    held: 4,
  });
});

test('treats numbers as chosen only if the rifa allows choosing', () => {
  const chosenLine = line({ quantity: 1, requestedNumbers: [7], exact: true });
  const choosable = new Map([['moto', { ...moto, choosesNumbers: true }]]);
  expect(price(chosenLine)).toMatchObject({ lines: [{ exact: false }] });
  expect(priceCart([chosenLine], choosable, PURCHASE_PLANS)).toMatchObject({ lines: [{ exact: true }] });
});

test('ignores requested numbers of a rifa with cotas premiadas', () => {
  const chosenLine = line({ quantity: 1, requestedNumbers: [7], exact: true });
  const hidingPrizes = new Map([['moto', { ...moto, choosesNumbers: true, hidesPrizes: true }]]);
  expect(price(chosenLine)).toMatchObject({ lines: [{ requestedNumbers: [7] }] });
  expect(priceCart([chosenLine], hidingPrizes, PURCHASE_PLANS)).toMatchObject({
    lines: [{ requestedNumbers: [], exact: false, quantity: 1 }],
  });
});
