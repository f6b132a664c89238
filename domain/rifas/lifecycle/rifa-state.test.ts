import { expect, test } from 'vitest';
import { canChangeRifa } from './rifa-moves.ts';
import { isUnpublished } from './rifa-state.ts';

test.each([
  ['draft', 'active', true],
  ['draft', 'scheduled', true],
  ['draft', 'cancelled', false],
  ['scheduled', 'draft', true],
  ['active', 'draft', false],
  ['active', 'closed', true],
  ['closed', 'active', false],
  ['closed', 'cancelled', true],
  ['completed', 'cancelled', false],
  ['cancelled', 'active', false],
] as const)('%s to %s: %s', (from, to, allowed) => {
  expect(canChangeRifa(from, to)).toBe(allowed);
});

test('once on sale, a rifa is published for good', () => {
  expect((['draft', 'scheduled', 'active', 'closed', 'cancelled'] as const).filter(isUnpublished)).toEqual([
    'draft',
    'scheduled',
  ]);
});
