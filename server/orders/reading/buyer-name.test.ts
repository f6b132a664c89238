import { expect, test } from 'vitest';
import { shortBuyerName } from './buyer-name.ts';

test('labels an order without a name as one of a deleted account', () => {
  expect(shortBuyerName({ name: 'Maria da Silva', phone: null })).toBe('Maria S.');
  // A deleted account has no name.
  expect(shortBuyerName({})).toBe('uma conta apagada');
});
