/** Checks that docs/spec-coverage.md matches the annotations of the tests, and that the tests cover what they claim. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSpecCoverage, renderSpecCoverage } from './tools/kit/spec-coverage.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

/** Code of a test file without its annotations. */
const readCode = (file: string) => read(file).replaceAll(/^ *\/\/.*\n/gm, '');

test('the page is up to date: `npm run docs:coverage` writes it', () => {
  expect(read('docs/spec-coverage.md')).toBe(renderSpecCoverage());
});

test.each(readSpecCoverage())('$section: $item', ({ item, files, tests }) => {
  expect(files, 'implementing files').not.toEqual([]);
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, file)))).toEqual([]);
  const tested = tests.map(readCode).join('\n');
  const texts = [...item.matchAll(/'([^']+)'/g)].map((match) => match[1]!);
  expect(texts.filter((text) => !tested.includes(text))).toEqual([]);
});
