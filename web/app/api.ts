/** API client of the contract and its TanStack Query options. */
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query';
import { createContext } from 'react-router';
import type { contract } from '@mare/contract/contract.ts';

export type Api = ContractRouterClient<typeof contract>;
export type ApiQueries = RouterUtils<Api>;

/** Calls the API over HTTP as the signed-in user. The transport loads on the first call, to keep it out of the page load. */
const api: Api = createORPCClient({
  async call(path, input, options) {
    const { httpLink } = await import('./fetching/http-link.ts');
    return httpLink.call(path, input, options);
  },
});

/** Query and mutation options of every procedure, for components. */
export const queries: ApiQueries = createTanstackQueryUtils(api);

/** On the server, loaders call the API in the same process. */
export const serverApi = createContext<Api>();
