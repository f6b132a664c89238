/** States of a rifa (docs/glossary.md). */
export const RIFA_STATUSES = ['draft', 'scheduled', 'active', 'closed', 'completed', 'cancelled'] as const;
export type RifaStatus = (typeof RIFA_STATUSES)[number];

/** Labels. */
export const RIFA_STATES: Readonly<Record<RifaStatus, { label: string }>> = {
  draft: { label: 'Rascunho' },
  scheduled: { label: 'Agendada' },
  active: { label: 'Ativa' },
  closed: { label: 'Aguardando sorteio' },
  completed: { label: 'Sorteada' },
  cancelled: { label: 'Cancelada' },
};

/** States after publication, with public proofs. */
export const PUBLISHED_STATES: readonly RifaStatus[] = ['active', 'closed', 'completed', 'cancelled'];

/** States with a public page; a scheduled rifa is announced. */
export const SHOWN_STATES: readonly RifaStatus[] = ['scheduled', ...PUBLISHED_STATES];

/** Before publication everything may be changed. */
export function isUnpublished(status: RifaStatus): boolean {
  return status === 'draft' || status === 'scheduled';
}
