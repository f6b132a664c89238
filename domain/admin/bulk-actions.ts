/** Actions on many orders or people of a list at once, run in the background. */
import { formatInteger } from '../format.ts';

/** Maximum items of one action. */
export const BULK_ITEMS_MAX = 50_000;

export const BULK_SUBJECTS = ['orders', 'people'] as const;
export type BulkSubject = (typeof BULK_SUBJECTS)[number];

export const BULK_KINDS = ['tag', 'untag', 'note', 'receipt'] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** Outcome of an item. All but `done` leave it unchanged. */
export const BULK_OUTCOMES = ['done', 'unchanged', 'missing', 'no_receipt', 'sent_often'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** Colours of a tag: tones of the panel whose contrast holds in light and dark. */
export const TAG_COLOURS = ['neutral', 'sea', 'coral', 'sun', 'success', 'warning', 'danger'] as const;
export type TagColour = (typeof TAG_COLOURS)[number];

/** The action that undoes a kind; null if it cannot be undone. */
export function undoingKind(kind: BulkKind): BulkKind | null {
  if (kind === 'tag') return 'untag';
  return kind === 'untag' ? 'tag' : null;
}

const NOUNS = {
  orders: ['pedido', 'pedidos'],
  people: ['pessoa', 'pessoas'],
} as const satisfies Record<BulkSubject, readonly [string, string]>;

/** E.g. '1.234 pedidos'. */
export function countSubjects(subject: BulkSubject, count: number): string {
  return `${formatInteger(count)} ${NOUNS[subject][count === 1 ? 0 : 1]}`;
}

/**
 * One sentence that describes an action, e.g. 'Pôs a etiqueta “feira” em 1.234 pedidos.'
 * @param text the tag
 */
export function describeBulkAction(
  { subject, kind, text }: { subject: BulkSubject; kind: BulkKind; text: string },
  total: number,
): string {
  const items = countSubjects(subject, total);
  switch (kind) {
    case 'tag':
      return `Pôs a etiqueta “${text}” em ${items}.`;
    case 'untag':
      return `Tirou a etiqueta “${text}” de ${items}.`;
    case 'note':
      return `Anotou em ${items}.`;
    case 'receipt':
      return `Enviou de novo o recibo de ${items}.`;
  }
}
