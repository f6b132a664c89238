/** The profile as its form holds it, and the way there and back. */
import { maskitoTransform } from '@maskito/core';
import type { Profile, ProfileChanges } from '@mare/contract/accounts.ts';
import { isMetropolitan, METROPOLITAN_STATE } from '@mare/domain/accounts/places.ts';
import { cpfMask, phoneMask } from '../../checkout/customer-fields.ts';

/** The choice of a city that is not in the list. */
export const OTHER_CITY = 'outra';

export interface ProfileFields {
  name: string;
  phone: string;
  cpf: string;
  birthDate: string;
  /** A city of the metropolitan region, OTHER_CITY, or empty. */
  cityChoice: string;
  otherCity: string;
  otherState: string;
}

export function fieldsOf(profile: Profile): ProfileFields {
  const near = isMetropolitan(profile.city, profile.state);
  return {
    name: profile.name ?? '',
    phone: maskitoTransform(profile.phone ?? '', phoneMask),
    cpf: maskitoTransform(profile.cpf ?? '', cpfMask),
    birthDate: profile.birthDate ?? '',
    cityChoice: near ? profile.city! : profile.city ? OTHER_CITY : '',
    otherCity: near ? '' : (profile.city ?? ''),
    otherState: near ? '' : (profile.state ?? ''),
  };
}

export function changesOf(fields: ProfileFields): ProfileChanges {
  return {
    name: fields.name,
    phone: fields.phone.trim() || null,
    cpf: fields.cpf.trim() || null,
    birthDate: fields.birthDate || null,
    ...placeOf(fields),
  };
}

function placeOf(fields: ProfileFields): Pick<ProfileChanges, 'city' | 'state'> {
  if (fields.cityChoice === '') return { city: null, state: null };
  if (fields.cityChoice !== OTHER_CITY) return { city: fields.cityChoice, state: METROPOLITAN_STATE };
  return { city: fields.otherCity, state: fields.otherState as ProfileChanges['state'] };
}
