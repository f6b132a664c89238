import { expect, test } from 'vitest';
import { maskName } from './mask-name.ts';

test.each([
  ['Maria da Silva', 'M*** S.'],
  ['  ágata   ', 'Á***'],
  ['rita mendonça', 'R*** M.'],
  ['', 'A***'],
  [null, 'A***'],
])('masks %j', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
