import { expect, test } from 'vitest';
import type { OrderGroupParts } from '@mare/contract/orders/group-purchases.ts';
import { groupAfterRefund } from './group-after-refund.ts';

const part = (partNo: number, state: OrderGroupParts['parts'][number]['state'], name: string | null) => ({
  partNo,
  state,
  orderId: null,
  name,
});
const group: OrderGroupParts = {
  token: 'bolao-da-firma-1',
  name: 'Firma',
  partNo: 1,
  state: 'open',
  deadline: '2026-11-30T12:00:00.000Z',
  parts: [
    part(1, 'paid', 'Ana Souza'),
    part(2, 'paid', 'Nina Alves'),
    part(3, 'taken', 'Ravi Melo'),
    part(4, 'free', null),
    part(5, 'free', null),
  ],
};
const members = [
  'Parte 2, de Nina Alves: paga, continua valendo.',
  'Parte 3, de Ravi Melo: espera o Pix, e ainda pode ser paga.',
];

test('ends the group on a refund of the starter', () => {
  expect(groupAfterRefund(group)).toEqual({
    group:
      'É a parte 1 de 5 do bolão “Firma”, a de quem começou: com a devolução, o bolão termina, e 2 partes livres voltam à venda. Quem começou e quem pagou uma parte recebem um aviso.',
    members,
  });
});

test('leaves the group open without a refunded part', () => {
  const after = groupAfterRefund({ ...group, partNo: 2 });
  expect(after.group).toContain('O bolão continua aberto sem ela, e não fica mais completo');
  expect(after.members).toEqual(['Parte 1, de Ana Souza: paga, continua valendo.', members[1]]);
});

test('changes nothing for the others once the group is complete or has ended', () => {
  expect(groupAfterRefund({ ...group, state: 'complete' }).group).toContain('que já está completo.');
  expect(groupAfterRefund({ ...group, state: 'ended' }).group).toContain('que já terminou.');
});
