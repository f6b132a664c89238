import { api, requireAdmin } from '../platform/http/api.ts';
import { listActivities, readActivityLog } from './list-activities.ts';

const { notifications } = api;

export const activityLogRoutes = {
  activities: notifications.activities.handler(({ input, context, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    const { userId, role } = context.principal;
    return listActivities(context.platform.db, { ...input, userId: role === 'admin' ? null : userId });
  }),

  log: notifications.log.handler(({ input, context, errors }) => {
    requireAdmin(context, errors);
    const { search, entityType, userId = null, day = null, cursor: before = null } = input;
    return readActivityLog(context.platform.db, { search, entityType, userId, day, before });
  }),
};
