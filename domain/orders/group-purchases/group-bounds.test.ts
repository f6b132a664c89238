import { expect, test } from 'vitest';
import {
  groupDeadline,
  type PlannedGroup,
  possibleDeadlines,
  validateGroupPlan,
  validateGroupStart,
  type RifaOfGroup,
} from './group-bounds.ts';

const now = new Date('2026-03-10T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const rifa: RifaOfGroup = { maxPerOrder: 100, totalNumbers: 1000, freeCotas: 500, salesEndAt: hours(48) };
const group: PlannedGroup = { parts: 5, quantity: 10, deadline: hours(3) };

test.each<[string, Partial<PlannedGroup>, Partial<RifaOfGroup>, ReturnType<typeof validateGroupPlan>]>([
  ['an ordinary group', {}, {}, null],
  ['the maximum of cotas per order', { parts: 10 }, {}, null],
  [
    'one cota more than the maximum per order',
    { parts: 2, quantity: 51 },
    { maxPerOrder: 101 },
    'too_many_cotas',
  ],
  ['a deadline an hour before the end of sales', { deadline: hours(47) }, {}, null],
  ['a later deadline', { deadline: new Date(hours(47).getTime() + 1) }, {}, 'deadline_after_sales'],
  ['the last tenth of the rifa', {}, { freeCotas: 100 }, null],
  ['less than the last tenth', {}, { freeCotas: 99 }, 'last_cotas'],
])('plans %s', (_, changed, changedRifa, reason) => {
  expect(validateGroupPlan({ ...group, ...changed }, { ...rifa, ...changedRifa })).toBe(reason);
});

test('offers the deadlines that leave an hour before the end of sales', () => {
  expect(possibleDeadlines(now, hours(25))).toEqual([1, 3, 24]);
  expect(possibleDeadlines(now, hours(24))).toEqual([1, 3]);
  expect(possibleDeadlines(now, hours(1))).toEqual([]);
  expect(groupDeadline(now, 3)).toEqual(hours(3));
});

test.each([
  ['within a quarter of the free cotas', 100, { heldByGroups: 150, freeCotas: 850 }, null],
  ['one cota beyond the quarter', 101, { heldByGroups: 150, freeCotas: 850 }, 'groups_share'],
  ['up to sixty cotas of a small rifa', 60, { heldByGroups: 0, freeCotas: 90 }, null],
  ['one more', 61, { heldByGroups: 0, freeCotas: 90 }, 'groups_share'],
  ['a second group of the person', 1, { heldByGroups: 0, freeCotas: 850, hasOpenGroup: true }, 'open_group'],
] as const)('starts %s', (_, cotas, groups, reason) => {
  expect(validateGroupStart(cotas, { hasOpenGroup: false, ...groups })).toBe(reason);
});
