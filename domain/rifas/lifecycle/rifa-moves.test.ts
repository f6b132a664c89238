import { expect, test } from 'vitest';
import { canChangeRifa } from './rifa-moves.ts';
import { RIFA_STATUSES } from './rifa-state.ts';

test('allows only forward transitions, and none out of a draw or a cancellation', () => {
  const moves = RIFA_STATUSES.flatMap((from) =>
    RIFA_STATUSES.filter((to) => canChangeRifa(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(moves).toEqual([
    'draft → scheduled',
    'draft → active',
    'scheduled → draft',
    'scheduled → active',
    'scheduled → cancelled',
    'active → closed',
    'active → cancelled',
    'closed → completed',
    'closed → cancelled',
  ]);
});
