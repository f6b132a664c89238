import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type Api, type ApiQueries, queriesOf } from '../api.ts';

/** Calls that reached the API. */
const calls: unknown[] = [];
const record = (name: string) => (input: unknown, options: { signal?: AbortSignal; context?: object }) => {
  calls.push([name, input, options.signal instanceof AbortSignal]);
  return Promise.resolve([]);
};
const api = {
  rifas: { find: record('rifas.find'), list: record('rifas.list') },
  support: { tickets: { list: record('support.tickets.list') } },
} as unknown as Api;
const queries = queriesOf(api);
const tanstackQueries = createTanstackQueryUtils(api);

const id = '5e000000-0000-4000-8000-000000000001';

test.each<[string, (queries: ApiQueries) => unknown]>([
  ['a query without input', ({ rifas }) => rifas.list.queryOptions().queryKey],
  ['a query with input', ({ rifas }) => rifas.find.queryOptions({ input: { id } }).queryKey],
  ['the key of a query', ({ rifas }) => rifas.find.queryKey({ input: { id } })],
  ['a feature', ({ rifas }) => rifas.key()],
  ['a procedure', ({ rifas }) => rifas.find.key()],
  ['the queries of a procedure', ({ rifas }) => rifas.find.key({ type: 'query', input: { id } })],
  ['a mutation', ({ rifas }) => rifas.find.mutationOptions().mutationKey],
])('has the key of oRPC for %s', (_, keyOf) => {
  expect(keyOf(queries)).toEqual(keyOf(tanstackQueries));
});

test('keeps the caller options of a query', () => {
  const options = queries.rifas.find.queryOptions({ input: { id }, staleTime: 7, enabled: false });
  expect(options).toMatchObject({ staleTime: 7, enabled: false });
});

test('calls the procedure with input and signal', async () => {
  calls.length = 0;
  await new QueryClient().fetchQuery(queries.rifas.find.queryOptions({ input: { id } }));
  await queries.rifas.find.call({ id }, { signal: new AbortController().signal });
  await queries.rifas.find.call({ id });
  expect(calls).toEqual([
    ['rifas.find', { id }, true],
    ['rifas.find', { id }, true],
    ['rifas.find', { id }, false],
  ]);
});
