import { expect, test } from 'vitest';
import { closableCashDays } from './closable-cash-days.ts';

const [sunday, monday, tuesday] = ['2026-11-29', '2026-11-30', '2026-12-01'];
const at = (time: string) => new Date(`${tuesday}T${time}:00-03:00`);

test('closes yesterday after midnight, also after sales that were sent late', () => {
  expect(closableCashDays(at('00:15'), { latestDay: sunday, movedDays: [monday] })).toEqual([
    monday,
    tuesday,
  ]);
  expect(closableCashDays(at('00:15'), { latestDay: null, movedDays: [tuesday] })).toEqual([monday, tuesday]);
});

test('closes yesterday until the first sale of the day, and offers it after that', () => {
  expect(closableCashDays(at('10:00'), { latestDay: sunday, movedDays: [monday] })).toEqual([
    monday,
    tuesday,
  ]);
  expect(closableCashDays(at('10:00'), { latestDay: sunday, movedDays: [monday, tuesday] })).toEqual([
    tuesday,
    monday,
  ]);
});

test('closes only today if yesterday is closed or had no cash', () => {
  expect(closableCashDays(at('00:15'), { latestDay: monday, movedDays: [monday] })).toEqual([tuesday]);
  expect(closableCashDays(at('10:00'), { latestDay: sunday, movedDays: [tuesday] })).toEqual([tuesday]);
  expect(closableCashDays(at('00:15'), { latestDay: sunday, movedDays: [] })).toEqual([tuesday]);
});

test('closes a day once', () => {
  expect(closableCashDays(at('22:00'), { latestDay: tuesday, movedDays: [monday, tuesday] })).toEqual([]);
});
