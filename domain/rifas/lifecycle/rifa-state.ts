/** How a rifa moves from idea to end (docs/glossary.md). */
export const RIFA_STATUSES = ['draft', 'scheduled', 'active', 'closed', 'completed', 'cancelled'] as const;
export type RifaStatus = (typeof RIFA_STATUSES)[number];

interface RifaState {
  /** What everybody reads. */
  label: string;
  next: readonly RifaStatus[];
}

export const RIFA_STATES: Readonly<Record<RifaStatus, RifaState>> = {
  draft: { label: 'Rascunho', next: ['scheduled', 'active'] },
  // Taken back before sales open, it can be changed again.
  scheduled: { label: 'Agendada', next: ['draft', 'active', 'cancelled'] },
  active: { label: 'Ativa', next: ['closed', 'cancelled'] },
  closed: { label: 'Aguardando sorteio', next: ['completed', 'cancelled'] },
  completed: { label: 'Sorteada', next: [] },
  cancelled: { label: 'Cancelada', next: [] },
};

export function canChangeRifa(from: RifaStatus, to: RifaStatus): boolean {
  return RIFA_STATES[from].next.includes(to);
}

/** Those from which one may move to a state, for a conditional update. */
export function statesBefore(to: RifaStatus): RifaStatus[] {
  return RIFA_STATUSES.filter((from) => canChangeRifa(from, to));
}

/** Of rifas that everybody may look at. */
export const SHOWN_STATES: readonly RifaStatus[] = ['active', 'closed', 'completed', 'cancelled'];

/** Nothing was promised to buyers yet: everything may be changed. */
export function isUnpublished(status: RifaStatus): boolean {
  return status === 'draft' || status === 'scheduled';
}
