import type { GroupState } from './part-state.ts';

/**
 * Effect of a refund of one paid part on its group. `ends`: it was the starter's part. `reduces`: the group continues but
 * can no longer be complete. `none`: the group has ended or is complete, and the other parts stay.
 */
export type RefundEffect = 'ends' | 'reduces' | 'none';

export function refundEffect(state: GroupState, partNo: number): RefundEffect {
  if (state === 'complete' || state === 'ended') return 'none';
  return partNo === 1 ? 'ends' : 'reduces';
}
