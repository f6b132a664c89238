import { expect, test } from 'vitest';
import { listText, parseList } from '../../draws/draws.testing.ts';
import type { LogEntry } from '../log/log-entry.ts';
import { compareManualSales } from './verify-manual-sales.ts';

const RIFA = '5e000000-0000-4000-8000-000000000001';
const SOLD = new Map([1, 2, 3].map((number) => [number, `buyer ${number}`] as const));
const at = '2026-11-22T19:00:00.000Z';

const counted = (soldManually: number) => ({ kind: 'count', at, rifaId: RIFA, soldNumbers: 4, soldManually });
const frozen = (excludedNumbers = 0) => ({ kind: 'frozen', at, rifaId: RIFA, excludedNumbers });
const faults = (entries: object[], marked: number[] | null) => {
  const list = parseList(listText(100, SOLD, marked === null ? undefined : new Set(marked)));
  const logged = entries.map((entry, index) => ({ index, entry: entry as LogEntry }));
  return compareManualSales(logged, RIFA, list).map(({ reason }) => reason);
};

test('verifies the marks against the last count before the freeze', () => {
  expect(faults([counted(9), counted(2), frozen(), counted(3)], [1, 2])).toEqual([]);
  expect(faults([counted(2), frozen()], [1])).toEqual(['MANUAL_DIFFERS']);
  expect(faults([counted(0), frozen()], [1])).toEqual(['MANUAL_DIFFERS']);
  expect(faults([frozen()], [])).toEqual(['MANUAL_DIFFERS']);
});

test('accepts manually sold cotas that are left off the list', () => {
  expect(faults([counted(2), frozen(1)], [1])).toEqual([]);
  expect(faults([counted(3), frozen(1)], [1])).toEqual(['MANUAL_DIFFERS']);
});

test('expects no marks in a list of the first format', () => {
  expect(faults([counted(2), frozen()], null)).toEqual([]);
});
