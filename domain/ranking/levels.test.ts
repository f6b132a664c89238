import { expect, test } from 'vitest';
import { areLevels, levelOf } from './levels.ts';

const levels = [
  { name: 'Baixa', minPoints: 0 },
  { name: 'Mansa', minPoints: 100 },
  { name: 'Cheia', minPoints: 500 },
];

// @covers panel: gamification: rules of points, levels [domain/ranking/levels.ts]
test.each([
  [0, 'Baixa', 'Mansa'],
  [99, 'Baixa', 'Mansa'],
  [100, 'Mansa', 'Cheia'],
  [500, 'Cheia', undefined],
  [10_000, 'Cheia', undefined],
])('finds the level of %i points', (points, level, next) => {
  const found = levelOf(points, levels);
  expect([found.level?.name, found.next?.name]).toEqual([level, next]);
});

test('levels start at 0, ascend, and have unique names', () => {
  expect(areLevels(levels)).toBe(true);
  expect(areLevels([])).toBe(false);
  expect(areLevels(levels.slice(1))).toBe(false);
  expect(areLevels([...levels, { name: 'Viva', minPoints: 500 }])).toBe(false);
  expect(areLevels([...levels, { name: 'Mansa', minPoints: 900 }])).toBe(false);
});
