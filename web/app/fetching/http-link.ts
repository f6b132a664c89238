import { OpenAPILink } from '@orpc/openapi-client/fetch';
import routes from 'virtual:contract-routes';
import { accessToken } from '../session/session.ts';

/** HTTP transport of API calls. Adds the access token of the signed-in user. */
export const httpLink = new OpenAPILink(routes, {
  url: () => `${window.location.origin}/api`,
  headers: async () => {
    const token = await accessToken();
    return token ? { authorization: `Bearer ${token}` } : {};
  },
});
