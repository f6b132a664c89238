import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('returns only the differing fields', () => {
  expect(changedFields({ a: 1, b: [1, 2], c: 'x' }, { a: 1, b: [1, 3], d: 'y' })).toEqual({
    before: { b: [1, 2], c: 'x', d: null },
    after: { b: [1, 3], c: null, d: 'y' },
  });
});
