import type { Activity } from '@mare/contract/notifications/notifications.ts';
import { formatDateTime } from '../format.ts';
import { Badge } from '../ui/data-display/badge.tsx';
import { entityTypeLabel } from '@mare/domain/admin/activity-types.ts';

/** Action, actor, time and origin of an entry. */
export function ActivityEntry({ activity }: { activity: Activity }) {
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-semibold">{activity.description}</p>
        <Badge tone="sea">{entityTypeLabel(activity.entityType)}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        {activity.userName}
        {activity.userEmail && ` · ${activity.userEmail}`} ·{' '}
        <time dateTime={activity.createdAt}>{formatDateTime(activity.createdAt)}</time>
        {activity.ipAddress && ` · ${activity.ipAddress}`}
      </p>
    </div>
  );
}
