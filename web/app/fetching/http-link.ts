import { OpenAPILink } from '@orpc/openapi-client/fetch';
import routes from 'virtual:contract-routes';
import { accessToken } from '../session/session.ts';

/** Carries calls to this site's own API over HTTP, with the token of whoever is signed in. */
export const httpLink = new OpenAPILink(routes, {
  url: () => `${window.location.origin}/api`,
  headers: async () => {
    const token = await accessToken();
    return token ? { authorization: `Bearer ${token}` } : {};
  },
});
