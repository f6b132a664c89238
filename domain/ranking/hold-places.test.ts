import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdPlaces, type ListedPerson } from './hold-places.ts';

const list = (...points: number[]): ListedPerson[] =>
  points.map((each, at) => ({ rank: at + 1, personId: `p${at + 1}`, points: each }));
const describePlaces = (listed: ListedPerson[], places: number, delivered: Record<number, string> = {}) =>
  [
    ...holdPlaces(
      listed,
      places,
      new Map(Object.entries(delivered).map(([place, personId]) => [Number(place), personId])),
    ),
  ].map(([place, holder]) => `${place}:${holder?.personId ?? '-'}`);

test('keeps the places of the closing while nothing went back, also of equal points', () => {
  expect(describePlaces(list(50, 40, 40, 10), 3)).toEqual(['1:p1', '2:p2', '3:p3']);
});

test('moves up those behind a person who lost points', () => {
  expect(describePlaces(list(30, 50, 40), 2)).toEqual(['1:p2', '2:p3']);
  expect(describePlaces(list(45, 40, 10), 2)).toEqual(['1:p1', '2:p2']);
});

test('leaves a delivered prize where it is, and gives its person no other', () => {
  expect(describePlaces(list(0, 50, 40), 2, { 1: 'p1' })).toEqual(['2:p2']);
  expect(describePlaces(list(60, 50, 40), 2, { 2: 'p1' })).toEqual(['1:p2']);
});

test('leaves a place empty if no points are left', () => {
  expect(describePlaces(list(10, 0), 2)).toEqual(['1:p1', '2:-']);
});

test('gives a person with joined accounts one place', () => {
  const joined = list(50, 40, 30).map((each) => (each.rank === 2 ? { ...each, personId: 'p1' } : each));
  expect(describePlaces(joined, 2)).toEqual(['1:p1', '2:p3']);
});

test('no person without a place has more points than one with it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (points, places) => {
      const listed = list(...points);
      const holders = [...holdPlaces(listed, places, new Map()).values()].filter((each) => each !== null);
      const lowest = Math.min(...holders.map((each) => each.points));
      const others = listed.filter((each) => each.points > 0 && !holders.includes(each));
      expect(others.every((each) => each.points <= lowest)).toBe(true);
      expect(others.length === 0 || holders.length === places).toBe(true);
    }),
  );
});
