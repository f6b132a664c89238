import { expect, test } from 'vitest';
import { SEGMENTS } from '@mare/domain/personalization/segments.ts';
import { segmentWords, vipPerks } from './segment-copy.ts';

test('every segment has words and colours of its own', () => {
  expect(SEGMENTS).toEqual(['new', 'casual', 'regular', 'vip', 'at_risk']);
  for (const part of ['welcome', 'urgency', 'socialProof', 'colours'] as const)
    expect(new Set(SEGMENTS.map((segment) => segmentWords[segment][part])).size).toBe(SEGMENTS.length);
  for (const { colours } of Object.values(segmentWords)) expect(colours).toMatch(/^bg-\S+ text-\S+$/);
});

test('what VIPs are promised', () => {
  expect(vipPerks).toEqual([
    'Acesso antecipado às novas rifas',
    '10% de desconto em todas as compras',
    'Suporte prioritário',
    'Sorteios exclusivos para VIPs',
  ]);
});
