import type { ClientContext, ClientLink } from '@orpc/client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import routes from 'virtual:contract-routes';
import { askForProof } from '../session/recent-proof.ts';
import { accessToken } from '../session/session.ts';
import { isApiError, isUnauthenticated } from './is-api-error.ts';

const transport = new OpenAPILink(routes, {
  url: () => `${window.location.origin}/api`,
  headers: async () => {
    const token = await accessToken();
    return token ? { authorization: `Bearer ${token}` } : {};
  },
});

/**
 * HTTP transport of API calls. Adds the access token of the signed-in user. Repeats a call once if it needs a recent
 * proof, which the person then gives, or if it left with a token that was replaced on its way.
 */
export const httpLink: ClientLink<ClientContext> = {
  async call(path, input, options) {
    const sent = await accessToken();
    try {
      return await transport.call(path, input, options);
    } catch (error) {
      const mayRepeat =
        (isApiError(error, 'RECENT_PROOF_REQUIRED') && (await askForProof())) ||
        (isUnauthenticated(error) && (await isReplaced(sent)));
      if (!mayRepeat) throw error;
      return transport.call(path, input, options);
    }
  },
};

/** A new password or a second factor renews the session, which ends its former tokens. */
async function isReplaced(sent: string | null): Promise<boolean> {
  const current = await accessToken();
  return sent !== null && current !== null && current !== sent;
}
