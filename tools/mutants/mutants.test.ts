import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';

const root = join(import.meta.dirname, '../..');

test('each mutation occurs once in its file', () => {
  const lost = MUTANTS.filter(({ file, find }) => {
    const path = join(root, file);
    return !existsSync(path) || readFileSync(path, 'utf8').split(find).length !== 2;
  });
  expect(lost.map(({ file, find }) => `${file}: ${find}`)).toEqual([]);
});
