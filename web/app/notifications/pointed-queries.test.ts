import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { queries } from '../api.ts';
import { pointedQueries } from './pointed-queries.ts';

const server = join(import.meta.dirname, '../../../server');
/** Literal beginnings of the links in notifications, in every feature. */
const links = globSync('**/*.ts', { cwd: server })
  .filter((file) => !/\.test(ing)?\.ts$|node_modules/.test(file))
  .flatMap((file) => [...readFileSync(join(server, file), 'utf8').matchAll(/\bhref: ['`](\/[^'`$]*)/g)])
  .map(([, path]) => path!);

test('finds links to pages in the server', () => expect(new Set(links).size).toBeGreaterThan(10));

test.each([...new Set(links)])('a notification that links to %s refreshes its data', (path) => {
  expect(pointedQueries(path)).not.toEqual([]);
});

test('the page of a notification is refreshed', () => {
  expect(pointedQueries('/suporte?ticket=1')).toEqual([queries.support.key()]);
  expect(pointedQueries('/admin/support?ticket=1')).toEqual([queries.desk.key()]);
  expect(pointedQueries('/bolao/token')).toEqual([queries.orders.key()]);
  expect(pointedQueries('/como-participar')).toEqual([]);
});
