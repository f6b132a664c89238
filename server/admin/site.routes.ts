import { api } from '../platform/http/api.ts';
import { readSite } from './settings/read-site.ts';

export const siteRoutes = {
  read: api.site.read.handler(({ context }) => readSite(context.platform)),
};
