import { expect, test } from 'vitest';
import { orderTitle } from './order-title.ts';

test.each([
  [1, 'Moto'],
  [2, 'Moto e mais 1 rifa'],
  [4, 'Moto e mais 3 rifas'],
])('an order of %s rifas is called %s', (rifas, title) => {
  expect(orderTitle({ rifaTitle: 'Moto', rifas })).toBe(title);
});
