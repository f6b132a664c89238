import { can } from '@mare/domain/accounts/permissions.ts';
import { api, requireUser, requirePermission } from '../platform/http/api.ts';
import { listActivities, readActivityLog } from './list-activities.ts';

const { notifications } = api;

export const activityLogRoutes = {
  activities: notifications.activities.use(requireUser).handler(({ input, context }) => {
    const { userId, role } = context.principal;
    return listActivities(context.platform.db, {
      ...input,
      userId: can(role, 'view-activity-log') ? null : userId,
    });
  }),

  log: notifications.log.use(requirePermission('view-activity-log')).handler(({ input, context }) => {
    const { search, entityType, userId = null, day = null, cursor: before = null } = input;
    return readActivityLog(context.platform.db, { search, entityType, userId, day, before });
  }),
};
