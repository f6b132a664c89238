import type { ClientContext, ClientLink } from '@orpc/client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import routes from 'virtual:contract-routes';
import { askForProof } from '../session/recent-proof.ts';
import { accessToken } from '../session/session.ts';
import { isApiError } from './is-api-error.ts';

const transport = new OpenAPILink(routes, {
  url: () => `${window.location.origin}/api`,
  headers: async () => {
    const token = await accessToken();
    return token ? { authorization: `Bearer ${token}` } : {};
  },
});

/**
 * HTTP transport of API calls. Adds the access token of the signed-in user, and repeats a call that needs a recent proof
 * once the person has given it.
 */
export const httpLink: ClientLink<ClientContext> = {
  async call(path, input, options) {
    try {
      return await transport.call(path, input, options);
    } catch (error) {
      if (!isApiError(error, 'RECENT_PROOF_REQUIRED') || !(await askForProof())) throw error;
      return transport.call(path, input, options);
    }
  },
};
