/** The profile as its form holds it, and the way there and back. */
import { maskitoTransform } from '@maskito/core';
import type { Profile, ProfileChanges } from '@mare/contract/accounts/accounts.ts';
import { cpfMask, phoneMask } from '../../checkout/buyer/customer-fields.ts';
import { changedResidence, type Residence, residenceOf } from './residence.ts';

export interface ProfileFields extends Residence {
  name: string;
  phone: string;
  cpf: string;
}

export function fieldsOf(profile: Profile): ProfileFields {
  return {
    name: profile.name ?? '',
    phone: maskitoTransform(profile.phone ?? '', phoneMask),
    cpf: maskitoTransform(profile.cpf ?? '', cpfMask),
    ...residenceOf(profile),
  };
}

export function changesOf(fields: ProfileFields): ProfileChanges {
  return {
    name: fields.name,
    phone: fields.phone.trim() || null,
    cpf: fields.cpf.trim() || null,
    ...changedResidence(fields),
  };
}
