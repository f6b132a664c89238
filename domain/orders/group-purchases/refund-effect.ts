import type { GroupState } from './part-state.ts';

/**
 * What becomes of a group when the money of a paid part goes back. `ends`: the part of its starter. `reduces`: the group
 * goes on and can no longer be complete. `none`: it is over or complete already, and the other parts stay.
 */
export type RefundEffect = 'ends' | 'reduces' | 'none';

export function refundEffect(state: GroupState, partNo: number): RefundEffect {
  if (state === 'complete' || state === 'ended') return 'none';
  return partNo === 1 ? 'ends' : 'reduces';
}
