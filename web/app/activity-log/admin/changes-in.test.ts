import { expect, test } from 'vitest';
import { changesIn } from './changes-in.ts';

test.each([
  ['nothing', {}, []],
  ['facts', { reason: 'Fraude', until: null }, ['reason: Fraude', 'until: vazio']],
  ['what differs', { before: { a: 1, b: 'x' }, after: { a: 2, b: 'x' } }, ['a: 1 → 2']],
  ['what came', { after: { status: 'resolved' } }, ['status: resolved']],
  ['what was nothing before', { before: { a: null }, after: { a: ['x'] } }, ['a: vazio → x']],
  [
    'lists of what has parts',
    {
      winners: [
        { place: 1, prize: 'Jantar' },
        { place: 2, prize: null },
      ],
    },
    ['winners: place 1, prize Jantar; place 2, prize vazio'],
  ],
  ['numbers and switches', { on: true, count: 3, many: [1, 2] }, ['on: true', 'count: 3', 'many: 1; 2']],
  ['no objects', { before: 1, after: 'x' }, []],
])('%s', (_, details, facts) => {
  expect(changesIn(details).map(({ name, value }) => `${name}: ${value}`)).toEqual(facts);
});
