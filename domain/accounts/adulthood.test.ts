import { expect, test } from 'vitest';
import { checkBirthDate } from './adulthood.ts';

// @covers community 9: minimum age 18 [domain/accounts/adulthood.ts]
test.each([
  ['2008-11-21', '2026-11-21', 'adult'],
  ['2008-11-22', '2026-11-21', 'minor'],
  ['2008-02-29', '2026-02-28', 'minor'],
  ['2008-02-29', '2026-03-01', 'adult'],
  ['2026-11-22', '2026-11-21', 'impossible'],
  ['1899-12-31', '2026-11-21', 'impossible'],
  ['0001-01-01', '2026-11-21', 'impossible'],
])('born %s, on %s: %s', (birthDate, today, judgement) => {
  expect(checkBirthDate(birthDate, today)).toBe(judgement);
});
