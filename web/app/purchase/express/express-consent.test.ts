import { expect, test } from 'vitest';
import { isConsentTo, isOrderOf } from './express-consent.ts';

const order = { quantity: 5, tierKey: 'tier1' };

test('orders the choice that the visitor pressed for', () => {
  expect(isConsentTo(order, { quantity: 5, tier: { key: 'tier1' } })).toBe(true);
});

test.each([
  { quantity: 6, tier: null },
  { quantity: 5, tier: null },
  { quantity: 5, tier: { key: 'tier2' } },
])('does not order %o', (choice) => {
  expect(isConsentTo(order, choice)).toBe(false);
});

test('orders for the account that the press opened, and for no other', () => {
  expect(isOrderOf({ email: 'Ana@exemplo.com.br ' }, 'ana@exemplo.com.br')).toBe(true);
  expect(isOrderOf({ email: 'Ana@exemplo.com.br' }, 'rita@exemplo.com.br')).toBe(false);
});
