import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

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

/** What a browser that stays connected hears. `sequence` is also the event's id: what it shows when it comes back. */
export const liveEvent = z.discriminatedUnion('kind', [
  /** First thing on a new connection: how many are unread at the point from which it hears. */
  z.object({ kind: z.literal('ready'), sequence: z.int(), unread: z.int() }),
  z.object({ kind: z.literal('arrived'), sequence: z.int(), notification }),
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

/** An entry as the panel shows it. */
export const loggedActivity = activity.extend({
  userId: z.uuid().nullable(),
  /** What else is known of it; of a change `before` and `after`. */
  details: z.record(z.string(), z.unknown()),
});
export type LoggedActivity = z.infer<typeof loggedActivity>;

const unread = z.object({ unread: z.int().min(0) });

export const notifications = {
  list: oc
    .route({
      method: 'GET',
      path: '/notifications',
      summary: 'One’s own notifications and those for everybody, newest first',
    })
    .input(
      z.object({
        filter: z.enum(['all', 'unread']).default('all'),
        /** Continues after the page that gave it. */
        cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      }),
    )
    .output(z.object({ notifications: z.array(notification).max(50), nextCursor: z.int().nullable() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  unread: oc
    .route({ method: 'GET', path: '/notifications/unread', summary: 'How many are unread' })
    .output(unread)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  markRead: oc
    .route({ method: 'POST', path: '/notifications/{id}/read', summary: 'Mark one as read' })
    .input(z.object({ id: z.uuid() }))
    .output(unread)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  markAllRead: oc
    .route({ method: 'POST', path: '/notifications/read', summary: 'Mark all as read' })
    .output(unread)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  live: oc
    .route({
      method: 'GET',
      path: '/notifications/live',
      summary: 'Notifications as they arrive (event stream; Last-Event-ID continues where it broke off)',
    })
    .output(eventIterator(liveEvent))
    .errors(pickErrors('NOT_AUTHENTICATED', 'TOO_MANY_REQUESTS')),
  announce: oc
    .route({ method: 'POST', path: '/notifications', summary: 'Tell everybody something' })
    .input(z.object({ title: plainText(120), message: plainText(1000) }))
    .output(z.object({ sent: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'BLANK_NOTIFICATION')),
  activities: oc
    .route({
      method: 'GET',
      path: '/activities',
      summary: 'The latest 100 entries of the activity log: one’s own, or for an admin everybody’s',
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
    .route({ method: 'GET', path: '/admin/activities', summary: 'The whole activity log, newest first' })
    .input(
      z.object({
        /** Part of an action, an entity type or a person’s name. */
        search: plainText(100).default(''),
        entityType: plainText(60).default(''),
        /** Who did it. */
        userId: z.uuid().optional(),
        /** In America/Maceio. */
        day: z.iso.date().optional(),
        /** Continues after the page that gave it. */
        cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      }),
    )
    .output(
      z.object({
        activities: z.array(loggedActivity).max(50),
        entityTypes: z.array(z.string()),
        /** Null after the last. A page may hold few entries and yet not be the last: a search looks at a part at a time. */
        nextCursor: z.int().nullable(),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
};
