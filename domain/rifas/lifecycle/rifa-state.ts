/** States of a rifa (docs/glossary.md). */
export const RIFA_STATUSES = ['draft', 'scheduled', 'active', 'closed', 'completed', 'cancelled'] as const;
export type RifaStatus = (typeof RIFA_STATUSES)[number];

/** State shown to buyers: `paused` is an active rifa whose sales an admin paused. */
export const SHOWN_STATUSES = [...RIFA_STATUSES, 'paused'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** Labels. */
export const RIFA_STATES: Readonly<Record<ShownStatus, { label: string }>> = {
  draft: { label: 'Rascunho' },
  scheduled: { label: 'Agendada' },
  active: { label: 'Ativa' },
  paused: { label: 'Vendas pausadas' },
  closed: { label: 'Aguardando sorteio' },
  completed: { label: 'Sorteada' },
  cancelled: { label: 'Cancelada' },
};

/** States after publication, with public proofs. */
export const PUBLISHED_STATES: readonly RifaStatus[] = ['active', 'closed', 'completed', 'cancelled'];

/** States with a public page; a scheduled rifa is announced. */
export const SHOWN_STATES: readonly RifaStatus[] = ['scheduled', ...PUBLISHED_STATES];

/** Whether no cota is sold any more. */
export function areSalesOver(status: ShownStatus): boolean {
  return status === 'closed' || status === 'completed' || status === 'cancelled';
}

/** Before publication everything may be changed. */
export function isUnpublished(status: RifaStatus): boolean {
  return status === 'draft' || status === 'scheduled';
}
