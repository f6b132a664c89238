/** People in the panel. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { SEGMENTS } from '@mare/domain/personalization/segments.ts';
import { accountRole } from '../accounts/accounts.ts';
import { listInput, listPage } from '../list-page.ts';
import { orderStatus } from '../orders/orders.ts';
import { plainText, writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { withIdempotencyKey } from '../with-idempotency-key.ts';
import { tagName } from './tag-name.ts';

export const segment = z.enum(SEGMENTS);

export const personRow = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Of an express account: as typed by the buyer, perhaps not confirmed. */
  statedEmail: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  role: accountRole,
  segment,
  totalOrders: z.int(),
  totalSpentCentavos: z.int(),
  createdAt: z.iso.datetime(),
  tags: z.array(z.string()),
});
export type PersonRow = z.infer<typeof personRow>;

export const person = personRow.extend({
  state: z.string().nullable(),
  /** '***.456.789-**'; null without a CPF. */
  maskedCpf: z.string().nullable(),
  points: z.int(),
  /** Banned until; null when not banned. */
  bannedUntil: z.iso.datetime().nullable(),
  /** Pause or self-exclusion requested by the person; null without one. */
  spendingBlock: z.object({ reason: z.enum(['excluded', 'paused']), until: z.iso.datetime() }).nullable(),
  /** Whether a second factor is set up. */
  hasSecondFactor: z.boolean(),
  lastActivityAt: z.iso.datetime().nullable(),
  /** E-mail preferences. */
  newsletter: z.enum(['confirmed', 'unconfirmed', 'unsubscribed', 'never']),
  /** Consent; null without an answer. */
  consent: z
    .object({ measurement: z.boolean(), marketing: z.boolean(), decidedAt: z.iso.datetime() })
    .nullable(),
  /** Up to five rifas viewed last; empty without consent to measurement. */
  seenRifas: z.array(
    z.object({
      rifaId: z.uuid(),
      title: z.string(),
      /** Whether the visitor also added the rifa to the cart. */
      carted: z.boolean(),
      seenAt: z.iso.datetime(),
    }),
  ),
  /** The latest 20. */
  orders: z.array(
    z.object({
      id: z.uuid(),
      externalReference: z.string(),
      /** Title of the first line's rifa. */
      rifaTitle: z.string(),
      /** Number of rifas in the order. */
      rifas: z.int(),
      /** Cotas. Of a paid order, those that were not returned; otherwise as ordered. */
      quantity: z.int(),
      totalCentavos: z.int(),
      /** Refunded while the rest of the order stayed. */
      returnedCentavos: z.int(),
      status: orderStatus,
      /** The payment is disputed. */
      isDisputed: z.boolean(),
      /** Cash of a refunded order that is owed to the buyer again. */
      cashOwedCentavos: z.int(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** Newest first. */
  notes: z.array(
    z.object({
      id: z.uuid(),
      note: z.string(),
      addedBy: z.string().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** The latest 20 activities. */
  activity: z.array(z.object({ id: z.string(), description: z.string(), createdAt: z.iso.datetime() })),
});
export type Person = z.infer<typeof person>;

/** Empty filters nothing. */
export const peopleFilters = z.object({
  search: plainText(80).default(''),
  segment: segment.or(z.literal('')).default(''),
});
export type PeopleFilters = z.output<typeof peopleFilters>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const peopleAdmin = {
  list: oc
    .route({ method: 'GET', path: '/admin/people', summary: 'List people with an account' })
    .input(listInput(['newest', 'points']).extend({ segment: segment.or(z.literal('')).default('') }))
    .output(
      listPage(personRow).extend({
        /** Nothing matched the search exactly; these are similar. */
        isSimilar: z.boolean(),
      }),
    )
    .errors(onlyAdmins),
  find: oc
    .route({ method: 'GET', path: '/admin/people/{id}', summary: 'Read a person' })
    .input(z.object({ id: z.uuid() }))
    .output(person)
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND') }),
  merge: oc
    .route({ method: 'POST', path: '/admin/people/{id}/merge', summary: 'Merge two accounts' })
    .input(
      z.object({
        /** The account that stays. */ id: z.uuid(),
        /** The account that ends. */ formerId: z.uuid(),
      }),
    )
    .output(z.object({ merged: z.literal(true) }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('RECENT_PROOF_REQUIRED', 'NOT_FOUND', 'VERSION_CONFLICT', 'MERGE_REJECTED'),
    }),
  addNote: withIdempotencyKey
    .route({ method: 'POST', path: '/admin/people/{id}/notes', summary: 'Add a note to a person' })
    .input(z.object({ id: z.uuid(), note: writtenText(2000) }))
    .output(z.object({ noteId: z.uuid() }))
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND') }),
  tag: oc
    .route({ method: 'POST', path: '/admin/people/tags', summary: 'Add or remove a tag' })
    .input(z.object({ ids: z.array(z.uuid()).min(1).max(100), tag: tagName, tagged: z.boolean() }))
    .output(z.object({ /** Those it changed: the others had it so already. */ ids: z.array(z.uuid()) }))
    .errors(onlyAdmins),
};
