/** How a rifa moves from idea to end (docs/glossary.md). */
export type RifaStatus = 'draft' | 'scheduled' | 'active' | 'closed' | 'completed' | 'cancelled';

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

/** Those from which one may move to a state, for a conditional update. */
export function statesBefore(to: RifaStatus): RifaStatus[] {
  return (Object.keys(NEXT) as RifaStatus[]).filter((from) => canChangeRifa(from, to));
}

/** Of rifas that everybody may look at. */
export const SHOWN_STATES: readonly RifaStatus[] = ['active', 'closed', 'completed', 'cancelled'];

/** Nothing was promised to buyers yet: everything may be changed. */
export function isUnpublished(status: RifaStatus): boolean {
  return status === 'draft' || status === 'scheduled';
}
