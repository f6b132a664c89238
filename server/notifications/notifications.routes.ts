import { api, limitRate, requireUser, requirePermission } from '../platform/http/api.ts';
import { once } from '../platform/http/idempotency/once.ts';
import type { LiveNotifications } from './live-notifications.ts';
import { respondWithStream } from '../platform/realtime/send-event-stream.ts';
import { announce } from './announce.ts';
import { markAllRead, markRead } from './mark-read.ts';
import { pushRoutes } from './push/push.routes.ts';
import { readUnreadState, selectNotifications } from './notifications.queries.ts';

/** Page size (spec: community, section 9). */
const NOTIFICATIONS_PER_PAGE = 50;
const CONNECTIONS = { name: 'live-notifications', hits: 120, seconds: 60 };

const { notifications } = api;

export function createNotificationsRoutes(liveNotifications: LiveNotifications) {
  return {
    ...pushRoutes,
    list: notifications.list.use(requireUser).handler(async ({ input, context }) => {
      const arrivals = await selectNotifications(context.platform.pool, context.principal.userId, {
        unreadOnly: input.filter === 'unread',
        before: input.cursor ?? null,
        limit: NOTIFICATIONS_PER_PAGE + 1,
      });
      const page = arrivals.slice(0, NOTIFICATIONS_PER_PAGE);
      return {
        notifications: page.map((arrival) => arrival.notification),
        nextCursor: arrivals.length > page.length ? page.at(-1)!.sequence : null,
      };
    }),

    unread: notifications.unread.use(requireUser).handler(async ({ context }) => {
      const { unread } = await readUnreadState(context.platform.pool, context.principal.userId);
      return { unread };
    }),

    markRead: notifications.markRead.use(requireUser).handler(async ({ input, context, errors }) => {
      const { userId } = context.principal;
      const marked = await markRead(context.platform, userId, input.id);
      if (!marked.ok) throw errors.NOT_FOUND();
      const { unread } = await readUnreadState(context.platform.pool, userId);
      return { unread };
    }),

    markAllRead: notifications.markAllRead.use(requireUser).handler(async ({ context }) => {
      const { userId } = context.principal;
      await markAllRead(context.platform, userId);
      const { unread } = await readUnreadState(context.platform.pool, userId);
      return { unread };
    }),

    live: notifications.live.use(requireUser).handler(({ context, errors, lastEventId }) => {
      limitRate(context, errors, CONNECTIONS, context.principal.userId);
      return respondWithStream(
        context,
        liveNotifications.subscribe(context.principal, readSequence(lastEventId)),
      );
    }),

    announce: notifications.announce
      .use(requirePermission('announce'))
      .use(once)
      .handler(async ({ input, context, errors }) => {
        const { userId } = context.admin;
        const sent = await announce(context.platform, { ...input, userId, ipAddress: context.ipAddress });
        if (!sent.ok) throw errors.BLANK_NOTIFICATION();
        return { sent: true };
      }),
  };
}

/** An unknown id starts a new stream. */
function readSequence(lastEventId: string | undefined): number | null {
  return lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
}
