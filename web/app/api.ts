/** API client of the contract and its TanStack Query options. */
import type { ContractRouterClient } from '@orpc/contract';
import type { RouterUtils } from '@orpc/tanstack-query';
import { createContext } from 'react-router';
import type { contract } from '@mare/contract/contract.ts';
import { createQueryOptions } from './fetching/query-options.ts';

export type Api = ContractRouterClient<typeof contract>;
export type ApiQueries = RouterUtils<Api>;

/**
 * Query and mutation options of every procedure, for components. They call the API over HTTP as the signed-in user. The
 * client loads on the first call, to keep it out of the page load.
 */
export const queries = createQueryOptions(async (path, input, options) => {
  const { httpLink } = await import('./fetching/http-link.ts');
  return httpLink.call(path, input, options);
}) as ApiQueries;

/** On the server, loaders call the API in the same process. */
export const serverApi = createContext<Api>();

/** Query options for the API in this process. */
export function queriesOf(api: Api): ApiQueries {
  return createQueryOptions((path, input, options) => {
    const procedure = path.reduce<unknown>((node, name) => Reflect.get(node as object, name), api);
    return (procedure as (input: unknown, options: unknown) => Promise<unknown>)(input, options);
  }) as ApiQueries;
}
