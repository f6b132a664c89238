import { expect, test } from 'vitest';
import { BULK_KINDS, describeBulkAction, undoingKind } from './bulk-actions.ts';

test.each([
  ['tag', 1, 'Pôs a etiqueta “feira” em 1 pedido.'],
  ['untag', 1234, 'Tirou a etiqueta “feira” de 1.234 pedidos.'],
  ['note', 2, 'Anotou em 2 pedidos.'],
  ['receipt', 2, 'Enviou de novo o recibo de 2 pedidos.'],
] as const)('describes %s of %i orders', (kind, total, sentence) => {
  expect(describeBulkAction({ subject: 'orders', kind, text: 'feira' }, total)).toBe(sentence);
});

test('counts people with the noun for people', () => {
  expect(describeBulkAction({ subject: 'people', kind: 'tag', text: 'vip' }, 3)).toBe(
    'Pôs a etiqueta “vip” em 3 pessoas.',
  );
});

test('undoes only tags; undoing twice restores them', () => {
  expect(BULK_KINDS.filter((kind) => undoingKind(kind) !== null)).toEqual(['tag', 'untag']);
  for (const kind of ['tag', 'untag'] as const) expect(undoingKind(undoingKind(kind)!)).toBe(kind);
});
