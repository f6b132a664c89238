/** Converts date of birth and city to form values and back. */
import type { CustomerInfo } from '@mare/contract/checkout/checkout.ts';
import type { Profile, ProfileChanges } from '@mare/contract/accounts/accounts.ts';
import { isMetropolitan, METROPOLITAN_STATE } from '@mare/domain/accounts/places.ts';
import { readTypedDate, typedDate } from '../../ui/form/parsing/typed-date.ts';

/** Option for a city outside the list. */
export const OTHER_CITY = 'outra';

export interface Residence {
  /** As typed, DD/MM/AAAA, or empty. */
  birthDate: string;
  /** A city of the metropolitan region, OTHER_CITY, or empty. */
  cityChoice: string;
  otherCity: string;
  otherState: string;
}

type StoredResidence = Pick<Required<ProfileChanges>, 'birthDate' | 'city' | 'state'>;

export type StatedResidence = Pick<CustomerInfo, 'birthDate' | 'city' | 'state'>;

export function residenceOf(profile: Pick<Profile, 'birthDate' | 'city' | 'state'> | undefined): Residence {
  const { city = null, state = null, birthDate = null } = profile ?? {};
  const isNearby = isMetropolitan(city, state);
  return {
    birthDate: typedDate(birthDate ?? ''),
    cityChoice: isNearby ? city! : city ? OTHER_CITY : '',
    otherCity: isNearby ? '' : (city ?? ''),
    otherState: isNearby ? '' : (state ?? ''),
  };
}

export function changedResidence(fields: Residence): StoredResidence {
  return { birthDate: readTypedDate(fields.birthDate), ...placeOf(fields) };
}

/** For an order: omits empty fields. */
export function statedResidence(fields: Residence): StatedResidence {
  const { birthDate, city, state } = changedResidence(fields);
  return { birthDate: birthDate ?? undefined, city: city ?? undefined, state: state ?? undefined };
}

function placeOf(fields: Residence): Pick<StoredResidence, 'city' | 'state'> {
  if (fields.cityChoice === '') return { city: null, state: null };
  if (fields.cityChoice !== OTHER_CITY) return { city: fields.cityChoice, state: METROPOLITAN_STATE };
  return { city: fields.otherCity, state: fields.otherState as StoredResidence['state'] };
}
