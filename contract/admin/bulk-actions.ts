/** Actions on all orders or people of a filter, run in the background. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { BULK_KINDS, BULK_OUTCOMES, TAG_COLOURS } from '@mare/domain/admin/bulk-actions.ts';
import { pickErrors } from '../errors.ts';
import { withIdempotencyKey } from '../with-idempotency-key.ts';
import { writtenText } from '../plain-text.ts';
import { orderFilters } from './orders-admin.ts';
import { peopleFilters } from './people-admin.ts';
import { tagName } from './tag-name.ts';

export const bulkAction = z.object({
  id: z.uuid(),
  kind: z.enum(BULK_KINDS),
  /** The tag or the note. */
  text: z.string(),
  state: z.enum(['running', 'stopped', 'done']),
  total: z.int(),
  done: z.int(),
  /** Items left unchanged. */
  skipped: z.int(),
  createdAt: z.iso.datetime(),
  byName: z.string().nullable(),
  /** The action that this one undoes. */
  undoes: z.uuid().nullable(),
  canUndo: z.boolean(),
});
export type BulkAction = z.infer<typeof bulkAction>;

/** Items that an action did not change. */
export const bulkResults = z.object({
  left: z.array(z.object({ id: z.uuid(), name: z.string(), outcome: z.enum(BULK_OUTCOMES) })).max(200),
});
export type BulkResults = z.infer<typeof bulkResults>;

const byId = z.object({ id: z.uuid() });
const started = { /** Idempotency key, and the action's id. */ id: z.uuid() };
const tag = z.object({ kind: z.literal('tag'), tag: tagName });
const untag = z.object({ kind: z.literal('untag'), tag: tagName });

export const orderWork = z.discriminatedUnion('kind', [
  tag.extend({ /** For a tag that no order has yet. */ colour: z.enum(TAG_COLOURS).default('sea') }),
  untag,
  z.object({ kind: z.literal('note'), note: writtenText(2000) }),
  z.object({ kind: z.literal('receipt') }),
]);
export type OrderWork = z.output<typeof orderWork>;

export const personWork = z.discriminatedUnion('kind', [tag, untag]);
export type PersonWork = z.output<typeof personWork>;

const staff = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');
const selecting = { ...staff, ...pickErrors('SELECTION_EMPTY', 'SELECTION_TOO_LARGE') };
const count = z.object({ /** At most one more than an action may have. */ count: z.int() });

/** @param path of the list; @param noun for the summaries */
function bulkActions(path: `/admin/${string}`, noun: string) {
  return {
    list: oc
      .route({ method: 'GET', path: `${path}-actions`, summary: `Latest actions on many ${noun}` })
      .output(z.array(bulkAction))
      .errors(staff),
    results: oc
      .route({
        method: 'GET',
        path: `${path}-actions/{id}`,
        summary: `List the ${noun} that an action left as they were`,
      })
      .input(byId)
      .output(bulkResults)
      .errors({ ...staff, ...pickErrors('NOT_FOUND') }),
    stop: oc
      .route({ method: 'POST', path: `${path}-actions/{id}/stop`, summary: `Stop an action on many ${noun}` })
      .input(byId)
      .output(z.array(bulkAction))
      .errors({ ...staff, ...pickErrors('NOT_FOUND') }),
    undo: oc
      .route({
        method: 'POST',
        path: `${path}-actions/{id}/undo`,
        summary: `Take back what an action changed; once`,
      })
      .input(byId.extend({ /** Id of the new action. */ undoId: z.uuid() }))
      .output(z.array(bulkAction))
      .errors({ ...staff, ...pickErrors('NOT_FOUND', 'CANNOT_UNDO') }),
  };
}

export const orderBulk = {
  ...bulkActions('/admin/order', 'orders'),
  count: oc
    .route({ method: 'GET', path: '/admin/order-count', summary: 'Count the orders of a filter' })
    .input(orderFilters)
    .output(count)
    .errors(staff),
  start: withIdempotencyKey
    .route({
      method: 'POST',
      path: '/admin/order-actions',
      summary: 'Start an action on all orders that a filter finds now',
    })
    .input(z.object({ ...started, filters: orderFilters, work: orderWork }))
    .output(z.array(bulkAction))
    .errors(selecting),
};

export const personBulk = {
  ...bulkActions('/admin/person', 'people'),
  count: oc
    .route({ method: 'GET', path: '/admin/person-count', summary: 'Count the people of a filter' })
    .input(peopleFilters)
    .output(count)
    .errors(staff),
  start: withIdempotencyKey
    .route({
      method: 'POST',
      path: '/admin/person-actions',
      summary: 'Start an action on all people that a filter finds now',
    })
    .input(z.object({ ...started, filters: peopleFilters, work: personWork }))
    .output(z.array(bulkAction))
    .errors(selecting),
};
