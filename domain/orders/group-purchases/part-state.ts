/** State of a part on the group page. */
import type { OrderStatus } from '../order-state.ts';

export const PART_STATES = ['free', 'taken', 'paid', 'returned', 'ended'] as const;
/** `taken`: awaits its payment. `returned`: paid, and the money went back. `ended`: unpaid when the group ended. */
export type PartState = (typeof PART_STATES)[number];

export function partState(part: { isFree: boolean; status: OrderStatus | null }): PartState {
  if (part.isFree) return 'free';
  switch (part.status) {
    case 'pending':
      return 'taken';
    case 'paid':
      return 'paid';
    case 'refunded':
    case 'charged_back':
      return 'returned';
    default:
      return 'ended';
  }
}

export const GROUP_END_REASONS = ['complete', 'deadline', 'starter', 'unpaid', 'refunded', 'rifa'] as const;
export type GroupEndReason = (typeof GROUP_END_REASONS)[number];

export const GROUP_STATES = ['starting', 'open', 'complete', 'ended'] as const;
/** `starting`: the starter has not paid her part yet. */
export type GroupState = (typeof GROUP_STATES)[number];

export function groupState(group: { openedAt: Date | null; endReason: GroupEndReason | null }): GroupState {
  if (group.endReason === 'complete') return 'complete';
  if (group.endReason !== null) return 'ended';
  return group.openedAt === null ? 'starting' : 'open';
}

/** Number of parts that may still be paid, without returned ones, whose cotas are on sale again. */
export function countUnpaid(states: readonly PartState[]): number {
  return states.filter((state) => state === 'free' || state === 'taken').length;
}
