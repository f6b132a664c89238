import { expect, test } from 'vitest';
import { PURCHASE_PLANS } from '../rifas/prices/purchase-plan.ts';
import { discountsFor } from './discounts.ts';
import { priceStandSale, type StandTerms } from './price-stand-sale.ts';

const TERMS: StandTerms = {
  title: 'Moto',
  totalNumbers: 1000,
  priceCentavos: 200,
  priceSteps: [{ fromQuantity: 10, priceCentavos: 150 }],
  combos: [{ quantity: 3, priceCentavos: 500 }],
  plans: [...PURCHASE_PLANS],
  minPerOrder: 2,
  maxPerOrder: 20,
  choosesNumbers: true,
};

const price = (quantity: number, tier: string | null = null, left = 50) =>
  priceStandSale(TERMS, { rifaId: 'r', quantity, tier }, left);

test('prices as the site does: plans with their bonus, combos and price steps', () => {
  expect(price(2)).toMatchObject({ ok: true, totalCentavos: 400 });
  expect(price(3)).toMatchObject({ ok: true, totalCentavos: 500 });
  expect(price(5, 'tier1')).toMatchObject({ totalCentavos: 900, lines: [{ quantity: 6, bonusQuantity: 1 }] });
  expect(price(12)).toMatchObject({ ok: true, totalCentavos: 1800 });
});

test('rejects an unknown plan, and a quantity outside of the limits of the rifa', () => {
  expect(price(5, 'tier9')).toMatchObject({ code: 'PRICE_CHANGED' });
  expect(price(4, 'tier1')).toMatchObject({ code: 'PRICE_CHANGED' });
  expect(price(21)).toMatchObject({ code: 'QUANTITY_OUT_OF_RANGE', min: 2, max: 20 });
  expect(price(1)).toMatchObject({ code: 'QUANTITY_OUT_OF_RANGE' });
  expect(price(1, null, 1)).toMatchObject({ ok: true, totalCentavos: 200 });
});

test('a discount of the buyer lowers the price, a limit per person rejects the sale', () => {
  const sale = { rifaId: 'r', quantity: 2, tier: null };
  const buyer = { discounts: [], maxPerPerson: null, heldCotas: 0 };
  const vip = { ...buyer, discounts: discountsFor({ isVip: true }, null) };
  expect(priceStandSale(TERMS, sale, 50, vip)).toMatchObject({ ok: true, totalCentavos: 360 });
  expect(priceStandSale(TERMS, sale, 50, { ...buyer, maxPerPerson: 5, heldCotas: 4 })).toMatchObject({
    code: 'PURCHASE_LIMIT_EXCEEDED',
    max: 5,
  });
});
