/** Spec: community, 9. */
export const MINIMUM_AGE_YEARS = 18;

const EARLIEST_BIRTH = '1900-01-01';

/**
 * @param birthDate ISO date.
 * @param today ISO date where the buyer lives. A person born on 29 February comes of age on 1 March.
 */
export function checkBirthDate(birthDate: string, today: string): 'adult' | 'minor' | 'impossible' {
  if (birthDate < EARLIEST_BIRTH || birthDate > today) return 'impossible';
  const [year = '', ...monthAndDay] = birthDate.split('-');
  const comesOfAge = [Number(year) + MINIMUM_AGE_YEARS, ...monthAndDay].join('-');
  return comesOfAge <= today ? 'adult' : 'minor';
}
