import { expect, test } from 'vitest';
import { canChangeRifa, isUnpublished, statesBefore } from './rifa-state.ts';

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

test('what leads to a state', () => {
  expect(statesBefore('cancelled')).toEqual(['scheduled', 'active', 'closed']);
  expect(statesBefore('draft')).toEqual(['scheduled']);
});

test('once on sale, a rifa is published for good', () => {
  expect((['draft', 'scheduled', 'active', 'closed', 'cancelled'] as const).filter(isUnpublished)).toEqual([
    'draft',
    'scheduled',
  ]);
});
