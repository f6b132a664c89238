import { expect, test } from 'vitest';
import { orderedLineIds } from './ordered-lines.ts';

const line = { id: 'i1', rifaId: 'r1', quantity: 2, selectedNumbers: [7, 9] };
const ordered = { rifaId: 'r1', quantity: 2, bonusQuantity: 0, selectedNumbers: [7, 9] };

test('finds the line that an order was made of', () => {
  expect(orderedLineIds([line], [ordered])).toEqual(['i1']);
  expect(orderedLineIds([line], [{ ...ordered, quantity: 3, bonusQuantity: 1 }])).toEqual(['i1']);
});

test('finds a line of which the reservation replaced numbers', () => {
  expect(orderedLineIds([line], [{ ...ordered, selectedNumbers: [9, 500] }])).toEqual(['i1']);
});

test.each([
  ['another rifa', { rifaId: 'r2' }],
  ['another quantity', { quantity: 5 }],
  ['other numbers', { selectedNumbers: [1, 2] }],
  ['no numbers yet', { selectedNumbers: [] }],
])('leaves a line with %s', (_, changes) => {
  expect(orderedLineIds([{ ...line, ...changes }], [ordered])).toEqual([]);
});

test('finds one line for each line of the order', () => {
  const twin = { ...line, id: 'i2', selectedNumbers: [9] };
  expect(orderedLineIds([line, twin], [ordered])).toEqual(['i1']);
});
