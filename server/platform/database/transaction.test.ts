import { expect, test } from 'vitest';
import { isOutage } from './transaction.ts';

const fault = (code: string) => Object.assign(new Error(code), { code });

test.each([
  [fault('ECONNREFUSED'), true],
  [fault('57P01'), true],
  [fault('55P03'), true],
  [new Error('timeout exceeded when trying to connect'), true],
  [fault('23505'), false],
  [new TypeError('x is undefined'), false],
])('%o is an outage: %s', (error, outage) => {
  expect(isOutage(error)).toBe(outage);
});
