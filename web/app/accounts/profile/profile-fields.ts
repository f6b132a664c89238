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

/** Only what differs from the profile that the form was filled with, so that other tabs and orders keep what they stored. */
export function changesOf(fields: ProfileFields, shown: Profile): ProfileChanges {
  const typed = allChangesOf(fields);
  const filled = allChangesOf(profileFieldsOf(shown));
  const isChanged = (field: string) =>
    typed[field as keyof ProfileChanges] !== filled[field as keyof ProfileChanges];
  const isMoved = isChanged('city') || isChanged('state');
  return Object.fromEntries(
    Object.entries(typed).filter(([field]) =>
      field === 'city' || field === 'state' ? isMoved : isChanged(field),
    ),
  );
}

function allChangesOf(fields: ProfileFields): Required<ProfileChanges> {
  return {
    name: fields.name,
    phone: fields.phone.trim() || null,
    cpf: fields.cpf.trim() || null,
    ...changedResidence(fields),
  };
}
