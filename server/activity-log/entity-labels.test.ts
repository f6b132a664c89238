import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entityTypeLabel } from '@mare/domain/admin/activity-types.ts';

const server = join(import.meta.dirname, '..');

test('every kind of entry has a label for the panel', () => {
  const sources = globSync('**/*.ts', { cwd: server }).filter(
    (file) => !/\.test(ing)?\.ts$|node_modules/.test(file),
  );
  const types = sources.flatMap((file) =>
    [...readFileSync(join(server, file), 'utf8').matchAll(/\bentityType: '([a-z-]+)'/g)].map(
      ([, type]) => type!,
    ),
  );
  expect(new Set(types).size).toBeGreaterThan(20);
  expect([...new Set(types)].filter((type) => entityTypeLabel(type) === type)).toEqual([]);
});
