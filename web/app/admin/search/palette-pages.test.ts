import { expect, test } from 'vitest';
import { findPages } from './palette-pages.ts';

const labels = (typed: string, isAdmin = true) => findPages(typed, isAdmin).map(({ label }) => label);

test('finds pages without accents, by the beginnings of words', () => {
  expect(labels('analises')).toEqual(['Análises']);
  expect(labels('CUPO')).toEqual(['Cupons']);
  expect(labels('rifa cri')).toEqual(['Criar uma rifa']);
  expect(labels('planos')).toEqual(['Configurações']);
  expect(labels('xyz')).toEqual([]);
});

test('support finds only its own pages', () => {
  expect(labels('', false)).toContain('Atendimento');
  expect(labels('financeiro', false)).toEqual([]);
  expect(labels('rifa', false)).toEqual([]);
});
