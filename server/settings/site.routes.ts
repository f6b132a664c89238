import { api } from '../platform/http/api.ts';
import { readSite } from './read-site.ts';

export const siteRoutes = {
  read: api.site.read.handler(({ context }) => readSite(context.platform)),
};
