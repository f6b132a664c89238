/** State transitions of a rifa. Separate from rifa-state.ts to keep them out of the public pages' bundle. */
import type { RifaStatus } from './rifa-state.ts';

const NEXT: Record<RifaStatus, readonly RifaStatus[]> = {
  draft: ['scheduled', 'active'],
  // Back to draft: editable until sales open.
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
