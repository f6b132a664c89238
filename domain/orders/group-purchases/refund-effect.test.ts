import { expect, test } from 'vitest';
import { refundEffect } from './refund-effect.ts';

test.each([
  ['open', 1, 'ends'],
  ['open', 2, 'reduces'],
  ['starting', 1, 'ends'],
  ['complete', 1, 'none'],
  ['complete', 2, 'none'],
  ['ended', 1, 'none'],
] as const)('the refund of a part: %s group, part %d: %s', (state, partNo, effect) => {
  expect(refundEffect(state, partNo)).toBe(effect);
});
