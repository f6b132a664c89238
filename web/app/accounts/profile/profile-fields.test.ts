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

test.each([
  ['Maceió', 'AL'],
  ['Pilar', 'PB'],
  ['Recife', 'PE'],
  [null, null],
])('round-trips %s, %s through the form', (city, state) => {
  expect(changesOf(profileFieldsOf({ ...profile, city, state }))).toMatchObject({ city, state });
});

test('converts empty fields to null', () => {
  const fields = profileFieldsOf({ ...profile, phone: null, cpf: null, birthDate: null });
  expect(changesOf(fields)).toMatchObject({ phone: null, cpf: null, birthDate: null });
});
