import { expect, test } from 'vitest';
import { INTERACTION_SOURCE, visitOf } from './interactions.ts';

const RIFA = '0f3a2b1c-0000-4000-8000-000000000001';

test.each([
  ['/', { type: 'page_view', path: '/' }],
  ['/ranking', { type: 'page_view', path: '/ranking' }],
  ['/pedido/segredo-da-referencia', { type: 'page_view', path: '/pedido' }],
  [`/rifa/${RIFA}`, { type: 'rifa_view', rifaId: RIFA, path: '/rifa' }],
  [`/rifa/${RIFA}/anonymous`, { type: 'rifa_view', rifaId: RIFA, path: '/rifa' }],
  ['/checkout', { type: 'checkout_start', path: '/checkout' }],
  ['/checkout/pendente', { type: 'page_view', path: '/checkout' }],
])('records the visit of %s', (pathname, visited) => {
  expect(visitOf(pathname)).toEqual(visited);
});

test('has the source of the specification', () => {
  expect(INTERACTION_SOURCE).toBe('web');
});
