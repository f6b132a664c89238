/** Converts between a profile and its form values. */
import type { Profile, ProfileChanges } from '@mare/contract/accounts/accounts.ts';
import { formatCpf, formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { changedResidence, type Residence, residenceOf } from './residence.ts';

export interface ProfileFields extends Residence {
  name: string;
  phone: string;
  cpf: string;
}

export function profileFieldsOf(profile: Profile): ProfileFields {
  return {
    name: profile.name ?? '',
    phone: formatPhone(profile.phone ?? ''),
    cpf: formatCpf(profile.cpf ?? ''),
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
