import { api, requireAdmin } from '../platform/api.ts';
import { readOverview } from './read-overview.ts';

export const adminRoutes = {
  overview: api.admin.overview.handler(({ context, errors }) => {
    requireAdmin(context, errors);
    return readOverview(context.platform.db);
  }),
};
