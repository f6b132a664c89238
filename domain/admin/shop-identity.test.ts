import { expect, test } from 'vitest';
import { shopIdentityLines } from './shop-identity.ts';

const nothing = { email: '', whatsApp: '', organiser: '', cnpj: '', address: '' };

test('names the organiser and the support contacts', () => {
  expect(
    shopIdentityLines('Maré da Sorte', {
      email: 'oi@mare.com.br',
      whatsApp: '5582988887777',
      organiser: 'Sorte Ltda.',
      cnpj: '11222333000181',
      address: 'Rua do Sol, 1',
    }),
  ).toEqual([
    'Maré da Sorte: Sorte Ltda., CNPJ 11.222.333/0001-81, Rua do Sol, 1.',
    'Fale com a gente: oi@mare.com.br · WhatsApp (82) 98888-7777',
  ]);
});

test('omits facts that the shop has not entered', () => {
  expect(shopIdentityLines('Maré da Sorte', nothing)).toEqual([]);
  expect(shopIdentityLines('Maré da Sorte', { ...nothing, email: 'oi@mare.com.br' })).toEqual([
    'Fale com a gente: oi@mare.com.br',
  ]);
});
