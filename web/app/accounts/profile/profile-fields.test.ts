import { expect, test } from 'vitest';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import { changesOf, profileFieldsOf } from './profile-fields.ts';

const profile: Profile = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'Ana',
  email: 'ana@exemplo.com.br',
  phone: '82999990001',
  cpf: '52998224725',
  city: 'Maceió',
  state: 'AL',
  birthDate: '1990-02-28',
  role: 'buyer',
  hasPassword: true,
  access: 'email',
  needsSecondFactor: false,
};

test('formats phone and CPF with punctuation', () => {
  expect(profileFieldsOf(profile)).toMatchObject({
    phone: '(82) 99999-0001',
    cpf: '529.982.247-25',
    cityChoice: 'Maceió',
    otherCity: '',
  });
});

const empty: Profile = {
  ...profile,
  name: null,
  phone: null,
  cpf: null,
  city: null,
  state: null,
  birthDate: null,
};

test.each([
  ['Maceió', 'AL'],
  ['Pilar', 'PB'],
  ['Recife', 'PE'],
])('round-trips %s, %s through the form', (city, state) => {
  expect(changesOf(profileFieldsOf({ ...profile, city, state }), empty)).toMatchObject({ city, state });
});

test('sends only the changed fields, without those that an order stored meanwhile', () => {
  expect(changesOf({ ...profileFieldsOf(empty), name: 'Ana Souza' }, empty)).toEqual({ name: 'Ana Souza' });
  expect(changesOf(profileFieldsOf(profile), profile)).toEqual({});
});

test('sends city and state together', () => {
  const elsewhere = { ...profile, city: 'Pilar', state: 'PB' };
  expect(changesOf(profileFieldsOf({ ...elsewhere, state: 'RN' }), elsewhere)).toEqual({
    city: 'Pilar',
    state: 'RN',
  });
});

test('clears emptied fields', () => {
  const fields = profileFieldsOf({ ...empty, name: 'Ana' });
  expect(changesOf(fields, profile)).toEqual({
    phone: null,
    cpf: null,
    birthDate: null,
    city: null,
    state: null,
  });
});
