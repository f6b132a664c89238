import { expect, test } from 'vitest';
import { changesIn } from './changes-in.ts';

test.each([
  ['no details', {}, []],
  ['facts', { reason: 'Fraude', until: null }, ['reason: Fraude', 'until: vazio']],
  ['changed fields', { before: { a: 1, b: 'x' }, after: { a: 2, b: 'x' } }, ['a: 1 → 2']],
  ['new values only', { after: { status: 'resolved' } }, ['status: resolved']],
  ['an empty old value', { before: { a: null }, after: { a: ['x'] } }, ['a: vazio → x']],
  [
    'lists of objects',
    {
      winners: [
        { place: 1, prize: 'Jantar' },
        { place: 2, prize: null },
      ],
    },
    ['winners: place 1, prize Jantar; place 2, prize vazio'],
  ],
  ['numbers and booleans', { on: true, count: 3, many: [1, 2] }, ['on: true', 'count: 3', 'many: 1; 2']],
  ['before and after that are not objects', { before: 1, after: 'x' }, []],
])('lists the changes of an entry with %s', (_, details, facts) => {
  expect(changesIn(details).map(({ name, value }) => `${name}: ${value}`)).toEqual(facts);
});
