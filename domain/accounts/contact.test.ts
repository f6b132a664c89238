import { expect, test } from 'vitest';
import { readContact } from './contact.ts';

test.each([
  ['Ana@Exemplo.com.br', { kind: 'email', email: 'ana@exemplo.com.br' }],
  ['(82) 99999-0001', { kind: 'phone', phone: '82999990001' }],
  ['+55 82 99999-0001', { kind: 'phone', phone: '82999990001' }],
  ['0 82 99999-0001', { kind: 'phone', phone: '82999990001' }],
  ['55 99999-0001', { kind: 'phone', phone: '55999990001' }],
  ['(82) 3333-4444', null],
  ['99999-0001', null],
  ['ana@', null],
  ['', null],
])('reads the contact %j', (typed, contact) => {
  expect(readContact(typed)).toEqual(contact);
});
