import { expect, test } from 'vitest';
import { createRouteOfPath } from './route-of-path.ts';

const routeOf = createRouteOfPath();

test.each([
  ['/api/rifas/iphone-15', '/api/rifas/{id}'],
  ['/api/checkout/payments', '/api/checkout/payments'],
  ['/api/nothing/of/the/kind', '/api/*'],
  ['/rifas/iphone-15', '/rifas/*'],
  ['/', '/'],
  ['/auth/v1/token', '/auth/v1/token'],
])('%s belongs to %s', (path, route) => {
  expect(routeOf('GET', path)).toBe(route);
});
