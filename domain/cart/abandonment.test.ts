import { expect, test } from 'vitest';
import * as abandonment from './abandonment.ts';

// @covers storefront 9: 'Alto', 'Médio', 'Baixo'; 'Excelente', 'Bom', 'Precisa melhorar'; estimated funnel and
//   exits [domain/cart/abandonment.ts]
test.each([
  [70, 'Médio'],
  [70.1, 'Alto'],
  [50, 'Baixo'],
  [50.1, 'Médio'],
])('%d%% of carts abandoned is %s', (rate, label) => {
  expect(abandonment.abandonmentLabel(rate)).toBe(label);
});

// @covers storefront 9: 'Alto', 'Médio', 'Baixo'; 'Excelente', 'Bom', 'Precisa melhorar'; estimated funnel and
//   exits
test.each([
  [20, 'Bom'],
  [20.1, 'Excelente'],
  [10, 'Precisa melhorar'],
  [10.1, 'Bom'],
])('%d%% of them recovered is %s', (rate, label) => {
  expect(abandonment.recoveryLabel(rate)).toBe(label);
});

// @covers storefront 9: reminder after 30 minutes: 'Você esqueceu alguns números!'; analytics of 30 days
//   [domain/cart/abandonment.ts]
test('uses the delays and percentages of the specification', () => {
  expect(abandonment.REMINDER_AFTER_MS).toBe(30 * 60 * 1000);
  expect(abandonment.ANALYTICS_WINDOW_DAYS).toBe(30);
  expect(abandonment.REMINDER_TITLE).toBe('Você esqueceu alguns números!');
  expect(abandonment.ESTIMATED_FUNNEL).toEqual({ cart: 100, review: 70, auth: 50 });
  expect(abandonment.ESTIMATED_EXITS).toEqual({ cart: 40, auth: 30, payment: 20, review: 10 });
});
