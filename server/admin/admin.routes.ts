import { api } from '../platform/api.ts';
import { readOverview } from './read-overview.ts';

export const adminRoutes = {
  overview: api.admin.overview.handler(({ context, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    if (context.principal.role !== 'admin') throw errors.NOT_ADMIN();
    return readOverview(context.platform.db);
  }),
};
