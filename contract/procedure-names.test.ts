import type { AnyContractRouter } from '@orpc/contract';
import { expect, test } from 'vitest';
import { contract } from './contract.ts';

/** The browser's options hide procedures of these names (web/app/fetching/query-options.ts). */
test('no feature or procedure has the name of an option builder', () => {
  const builders = new Set(['call', 'key', 'queryKey', 'queryOptions', 'infiniteOptions', 'mutationOptions']);
  const names = namesIn(contract);
  expect(names).toContain('rifas');
  expect(names.filter((name) => builders.has(name))).toEqual([]);
});

function namesIn(router: AnyContractRouter): string[] {
  if ('~orpc' in router) return [];
  return Object.entries(router).flatMap(([name, child]) => [name, ...namesIn(child as AnyContractRouter)]);
}
