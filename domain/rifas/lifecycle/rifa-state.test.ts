import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canChangeRifa } from './rifa-moves.ts';
import { isUnpublished, RIFA_STATUSES, type RifaStatus } from './rifa-state.ts';

/** The allowed previous states of each state. */
const PREVIOUS_STATES: Record<RifaStatus, RifaStatus[]> = {
  draft: ['scheduled'],
  scheduled: ['draft'],
  active: ['draft', 'scheduled'],
  closed: ['active'],
  completed: ['closed'],
  // Drafts are deleted instead; completed rifas are final.
  cancelled: ['scheduled', 'active', 'closed'],
};

const pairs = RIFA_STATUSES.flatMap((from) => RIFA_STATUSES.map((to) => [from, to] as const));

test.each(pairs)('allows the transition from %s to %s only if listed', (from, to) => {
  expect(canChangeRifa(from, to)).toBe(PREVIOUS_STATES[to].includes(from));
});

test('never reopens sales, and never unpublishes after sales opened', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...RIFA_STATUSES)), (targets) => {
      const visited: RifaStatus[] = ['draft'];
      for (const next of targets) if (canChangeRifa(visited.at(-1)!, next)) visited.push(next);
      const opened = visited.indexOf('active');
      if (opened < 0) return;
      expect(visited.slice(opened + 1)).not.toContain('active');
      expect(visited.slice(opened).filter(isUnpublished)).toEqual([]);
    }),
  );
});
