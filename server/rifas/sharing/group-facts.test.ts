import type { GroupPart, GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { expect, test } from 'vitest';
import { groupFacts } from './group-facts.ts';

const part = (partNo: number, state: GroupPart['state']): GroupPart => ({
  partNo,
  state,
  name: null,
  numbers: [],
  externalReference: null,
  isDisputed: false,
});

const group = {
  name: 'Bolão da firma',
  state: 'open',
  partCentavos: 400,
  parts: [part(1, 'paid'), part(2, 'free')],
  rifa: { title: 'Moto', image: '', status: 'active', drawDate: '2026-12-09T22:00:00Z' },
} as unknown as GroupPurchase;

test('shows the price of a part while one is free', () => {
  expect(groupFacts(group).price).toMatch(/^R\$\s4,00 a parte$/);
  expect(groupFacts({ ...group, state: 'starting' }).price).toMatch(/a parte$/);
});

test('offers no part of a group without a free one', () => {
  const priceOf = (changes: Partial<GroupPurchase>) => groupFacts({ ...group, ...changes }).price;
  expect(priceOf({ state: 'complete', parts: [part(1, 'paid'), part(2, 'paid')] })).toBe('Bolão completo');
  expect(priceOf({ state: 'ended' })).toBe('Bolão encerrado');
  expect(priceOf({ parts: [part(1, 'paid'), part(2, 'returned')] })).toBe('Nenhuma parte livre');
  for (const status of ['cancelled', 'closed', 'completed', 'paused'] as const)
    expect(priceOf({ rifa: { ...group.rifa, status } })).not.toContain('a parte');
});
