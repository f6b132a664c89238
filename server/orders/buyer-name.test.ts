import { expect, test } from 'vitest';
import { shortBuyerName } from './buyer-name.ts';

test('says of an order without a name that its account was deleted', () => {
  expect(shortBuyerName({ name: 'Maria da Silva', phone: null })).toBe('Maria S.');
  // What a deletion leaves of the buyer.
  expect(shortBuyerName({})).toBe('uma conta apagada');
});
