import { expect, test } from 'vitest';
import type { Role } from '@mare/domain/accounts/permissions.ts';
import { findPages } from './palette-pages.ts';

const labels = (typed: string, role: Role = 'admin') => findPages(typed, role).map(({ label }) => label);

test('finds pages by word prefixes, ignoring accents', () => {
  expect(labels('analises')).toEqual(['Análises']);
  expect(labels('CUPO')).toEqual(['Cupons']);
  expect(labels('rifa cri')).toEqual(['Criar uma rifa']);
  expect(labels('cupom')).toEqual(['Cupons']);
  expect(labels('planos')).toEqual(['Configurações: Planos de compra']);
  expect(labels('comiss')).toEqual(['Financeiro', 'Configurações: Comissões']);
  expect(findPages('cnpj', 'admin').map(({ to }) => to)).toEqual(['/admin/settings#contatos']);
  expect(findPages('importar relatorio', 'admin').map(({ to }) => to)).toEqual([
    '/admin/financeiro#provedor',
  ]);
  expect(labels('xyz')).toEqual([]);
});

test('finds only the pages of the role', () => {
  expect(labels('', 'support')).toContain('Atendimento');
  expect(labels('financeiro', 'support')).toEqual([]);
  expect(labels('rifa', 'support')).toEqual([]);
  expect(labels('relatorio liq', 'finance')).toEqual(['Financeiro: Conferência com o provedor']);
  expect(labels('', 'reader')).not.toContain('Configurações');
  expect(labels('', 'buyer')).toEqual([]);
});
