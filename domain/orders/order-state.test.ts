import { expect, test } from 'vitest';
import { canChangeOrder, ORDER_STATES, ORDER_STATUSES } from './order-state.ts';

test('the whole table of changes', () => {
  const allowed = ORDER_STATUSES.flatMap((from) =>
    ORDER_STATUSES.filter((to) => canChangeOrder(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual([
    'pending → paid',
    'pending → cancelled',
    'pending → failed',
    'paid → refunded',
    'paid → charged_back',
    'cancelled → paid',
    'failed → paid',
  ]);
});

test('the labels that buyers read', () => {
  expect(ORDER_STATUSES.map((status) => ORDER_STATES[status].label)).toEqual([
    'Pendente',
    'Pago',
    'Cancelado',
    'Falhou',
    'Reembolsado',
    'Contestado',
  ]);
});
