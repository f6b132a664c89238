/** Files in docs/spec-coverage.md exist, and the tests of a row contain its quoted texts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

const rows = read('docs/spec-coverage.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| section '))
  .map(
    (line) => line.slice(2, -2).split(' | ') as [section: string, item: string, where: string, test: string],
  );
const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);

test('the table has rows of four cells', () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((row) => row.length !== 4)).toEqual([]);
});

test.each(rows)('%s: %s', (_, item, where, tests) => {
  const files = [...filesIn(where), ...filesIn(tests)];
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, file)))).toEqual([]);
  const tested = filesIn(tests).map(read).join('\n');
  const texts = [...item.matchAll(/'([^']+)'/g)].map((match) => match[1]!);
  expect(texts.filter((text) => !tested.includes(text))).toEqual([]);
});
