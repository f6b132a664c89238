/** The one way to the server: a client made from the contract, and its TanStack Query options. */
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query';
import routes from 'virtual:contract-routes';
import { createContext } from 'react-router';
import type { contract } from '@mare/contract/contract.ts';
import { accessToken } from './accounts/session.ts';

export type Api = ContractRouterClient<typeof contract>;
export type ApiQueries = RouterUtils<Api>;

/** Calls the API over HTTP as whoever is signed in. */
const api: Api = createORPCClient(
  new OpenAPILink(routes, {
    url: () => `${window.location.origin}/api`,
    headers: async () => {
      const token = await accessToken();
      return token ? { authorization: `Bearer ${token}` } : {};
    },
  }),
);

/** Query and mutation options of every procedure, for components. */
export const queries: ApiQueries = createTanstackQueryUtils(api);

/** On the server, loaders call the API in the same process. */
export const serverApi = createContext<Api>();
