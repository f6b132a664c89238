/** How a rifa moves from state to state. Apart from them, as a page that shows a rifa needs none of it. */
import type { RifaStatus } from './rifa-state.ts';

const NEXT: Record<RifaStatus, readonly RifaStatus[]> = {
  draft: ['scheduled', 'active'],
  // Taken back before sales open, it can be changed again.
  scheduled: ['draft', 'active', 'cancelled'],
  active: ['closed', 'cancelled'],
  // Awaiting the draw.
  closed: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

export function canChangeRifa(from: RifaStatus, to: RifaStatus): boolean {
  return NEXT[from].includes(to);
}
