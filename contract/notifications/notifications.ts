import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { withIdempotencyKey } from '../with-idempotency-key.ts';
import { storedDay } from '../stored-dates.ts';

export const notification = z.object({
  id: z.uuid(),
  type: z.enum(['info', 'success', 'warning', 'error', 'admin', 'other']),
  title: z.string(),
  message: z.string(),
  /** Path of this site. */
  href: z.string().nullable(),
  read: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Notification = z.infer<typeof notification>;

/** Live events of a support ticket. Never stored: a browser that is not connected misses them. */
export const ticketSignal = z.object({
  kind: z.literal('ticket'),
  ticketId: z.uuid(),
  /** `changed`: the thread has a new message, was read, or changed its state. */
  change: z.enum(['typing', 'changed']),
  by: z.enum(['author', 'desk']),
  /** First name and initial of the colleague who types; only for agents. */
  name: z.string().nullable(),
});
export type TicketSignal = z.infer<typeof ticketSignal>;

/** Events of the live stream. `sequence` is also the event's id, for Last-Event-ID; signals have none. */
export const liveEvent = z.discriminatedUnion('kind', [
  /** First event of a new connection: the unread count at its starting sequence. */
  z.object({ kind: z.literal('ready'), sequence: z.int(), unread: z.int() }),
  z.object({ kind: z.literal('arrived'), sequence: z.int(), notification }),
  ticketSignal,
]);
export type LiveEvent = z.infer<typeof liveEvent>;

export const activity = z.object({
  id: z.int(),
  action: z.string(),
  entityType: z.string(),
  entityId: z.string().nullable(),
  description: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  ipAddress: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Activity = z.infer<typeof activity>;

/** An entry for the panel. */
export const loggedActivity = activity.extend({
  userId: z.uuid().nullable(),
  /** A change holds `before` and `after`. */
  details: z.record(z.string(), z.unknown()),
});
export type LoggedActivity = z.infer<typeof loggedActivity>;

const unread = z.object({ unread: z.int().min(0) });

export const notifications = {
  list: oc
    .route({
      method: 'GET',
      path: '/notifications',
      summary: 'List own notifications and broadcasts, newest first',
    })
    .input(
      z.object({
        filter: z.enum(['all', 'unread']).default('all'),
        /** `nextCursor` of the previous page. */
        cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      }),
    )
    .output(z.object({ notifications: z.array(notification).max(50), nextCursor: z.int().nullable() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  unread: oc
    .route({ method: 'GET', path: '/notifications/unread', summary: 'Count unread notifications' })
    .output(unread)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  markRead: oc
    .route({ method: 'POST', path: '/notifications/{id}/read', summary: 'Mark a notification as read' })
    .input(z.object({ id: z.uuid() }))
    .output(unread)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  markAllRead: oc
    .route({ method: 'POST', path: '/notifications/read', summary: 'Mark all notifications as read' })
    .output(unread)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  live: oc
    .route({
      method: 'GET',
      path: '/notifications/live',
      summary: 'Stream live notifications (event stream, resumed by Last-Event-ID)',
    })
    .output(eventIterator(liveEvent))
    .errors(pickErrors('NOT_AUTHENTICATED', 'TOO_MANY_REQUESTS')),
  announce: withIdempotencyKey
    .route({ method: 'POST', path: '/notifications', summary: 'Send an announcement to all accounts' })
    .input(z.object({ title: plainText(120), message: plainText(1000) }))
    .output(z.object({ sent: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'BLANK_NOTIFICATION')),
  activities: oc
    .route({
      method: 'GET',
      path: '/activities',
      summary: 'List the latest 100 activities: own, or all for an admin',
    })
    .input(
      z.object({
        /** Part of an action, an entity type or a person’s name. */
        search: plainText(100).default(''),
        entityType: plainText(60).default(''),
      }),
    )
    .output(z.object({ activities: z.array(activity).max(100), entityTypes: z.array(z.string()) }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  log: oc
    .route({ method: 'GET', path: '/admin/activities', summary: 'List the full activity log, newest first' })
    .input(
      z.object({
        /** Part of an action, an entity type or a person’s name. */
        search: plainText(100).default(''),
        entityType: plainText(60).default(''),
        /** The acting user. */
        userId: z.uuid().optional(),
        /** In America/Maceio. */
        day: storedDay.optional(),
        /** `nextCursor` of the previous page. */
        cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      }),
    )
    .output(
      z.object({
        activities: z.array(loggedActivity).max(50),
        entityTypes: z.array(z.string()),
        /**
         * Null after the last page. A page may be short before the end, as a search scans a bounded part of the log.
         */
        nextCursor: z.int().nullable(),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
};
