import type { CustomerInfo } from '@mare/contract/checkout/checkout.ts';
import { judgeBirthDate } from '@mare/domain/accounts/adulthood.ts';
import { dateInMaceio } from '@mare/domain/maceio-time.ts';
import type { Platform } from '../../platform/platform.ts';

export type Residence = Pick<CustomerInfo, 'city' | 'state' | 'birthDate'>;

export type StatedAge = 'unsaid' | 'adult' | 'minor' | 'impossible';

/**
 * Keeps where a buyer lives (city and state are one fact) and when they were born, said at checkout, where the profile
 * does not have it yet: what is known is changed in Minha Conta only. Nothing is kept of a minor, who may have mistyped.
 */
export async function keepResidence(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  { city, state, birthDate }: Residence,
): Promise<StatedAge> {
  const age = birthDate === undefined ? 'unsaid' : judgeBirthDate(birthDate, dateInMaceio(clock.now()));
  if (age === 'impossible' || age === 'minor') return age;
  if (city !== undefined && state !== undefined)
    await db
      .updateTable('profiles')
      .set({ city: city.trim(), state })
      .where('id', '=', userId)
      .where((eb) => eb.or([eb('city', 'is', null), eb('state', 'is', null)]))
      .execute();
  if (birthDate !== undefined)
    await db
      .updateTable('profiles')
      .set({ birthDate })
      .where('id', '=', userId)
      .where('birthDate', 'is', null)
      .execute();
  return age;
}
