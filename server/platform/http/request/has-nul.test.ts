import { expect, test } from 'vitest';
import { hasNul } from './has-nul.ts';

test.each<[unknown, boolean]>([
  ['a\0b', true],
  ['a\\0b', false],
  [{ items: [{ name: 'x', more: ['\0'] }] }, true],
  [{ '\0': 1 }, true],
  [Object.assign(Object.create(null), { busca: '\0' }), true],
  [Object.assign(Object.create(Object.create(null)), { busca: '\0' }), true],
  [{ items: [1, null, undefined, true, new Blob(['\0'])] }, false],
  [undefined, false],
])('%j: %s', (sent, expected) => {
  expect(hasNul(sent)).toBe(expected);
});

test('checks deep and wide input', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}`) as unknown;
  expect(hasNul(deep)).toBe(true);
  expect(hasNul(Array.from({ length: 500_000 }, () => 0))).toBe(false);
});
