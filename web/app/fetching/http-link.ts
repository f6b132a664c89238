import type { ClientContext, ClientLink } from '@orpc/client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import routes from 'virtual:contract-routes';
import { accessToken } from '../session/session.ts';
import { recordServerTime } from '../ui/server-clock.ts';

const transport = new OpenAPILink(routes, {
  url: () => `${window.location.origin}/api`,
  headers: async () => {
    const token = await accessToken();
    return token ? { authorization: `Bearer ${token}` } : {};
  },
  fetch: async (request, init) => {
    const response = await fetch(request, init);
    recordServerTime(response.headers);
    return response;
  },
});

/** HTTP transport of API calls. Adds the access token of the signed-in user. Repeats a rejected call once if that may help. */
export const httpLink: ClientLink<ClientContext> = {
  async call(path, input, options) {
    const sent = await accessToken();
    try {
      return await transport.call(path, input, options);
    } catch (error) {
      if (!(await mayRepeat(error, sent))) throw error;
      return transport.call(path, input, options);
    }
  },
};

async function mayRepeat(error: unknown, sent: string | null): Promise<boolean> {
  try {
    const failedCall = await import('./failed-call.ts');
    return await failedCall.mayRepeat(error, sent);
  } catch {
    return false;
  }
}
