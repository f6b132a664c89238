/** The states of a rifa, from idea to end (docs/glossary.md). */
export const RIFA_STATUSES = ['draft', 'scheduled', 'active', 'closed', 'completed', 'cancelled'] as const;
export type RifaStatus = (typeof RIFA_STATUSES)[number];

/** What everybody reads. */
export const RIFA_STATES: Readonly<Record<RifaStatus, { label: string }>> = {
  draft: { label: 'Rascunho' },
  scheduled: { label: 'Agendada' },
  active: { label: 'Ativa' },
  closed: { label: 'Aguardando sorteio' },
  completed: { label: 'Sorteada' },
  cancelled: { label: 'Cancelada' },
};

/** Of rifas that everybody may look at. */
export const SHOWN_STATES: readonly RifaStatus[] = ['active', 'closed', 'completed', 'cancelled'];

/** Nothing was promised to buyers yet: everything may be changed. */
export function isUnpublished(status: RifaStatus): boolean {
  return status === 'draft' || status === 'scheduled';
}
