/** Visit sources, the funnel, and cohorts. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

const steps = {
  /** Browser sessions. */
  visits: z.int(),
  /** Sessions that opened a rifa. */
  viewed: z.int(),
  carted: z.int(),
  ordered: z.int(),
  paid: z.int(),
  /** Centavos of the paid orders. */
  paidCentavos: z.int(),
};

export const funnel = z.object({
  total: z.object(steps),
  /** Most visits first, twenty at most. */
  sources: z.array(z.object({ source: z.string(), ...steps })),
});
export type Funnel = z.infer<typeof funnel>;

export const cohort = z.object({
  /** Month of the first purchase, as its first day. */
  month: z.iso.date(),
  buyers: z.int(),
  /** Buyers and centavos by month, from the first month up to a year later. */
  months: z.array(z.object({ buyers: z.int(), paidCentavos: z.int() })),
});
export type Cohort = z.infer<typeof cohort>;

export const recordVisit = oc
  .route({ method: 'POST', path: '/visits', summary: 'Record a visit’s funnel step' })
  .input(
    z.object({
      sessionId: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
      step: z.enum(['arrival', 'view', 'cart', 'order']),
      utmSource: plainText(200).nullable().default(null),
      affiliate: z.boolean().default(false),
      referrerHost: plainText(253).default(''),
      /** External reference of the order that this visit led to. */
      orderReference: z.string().max(64).optional(),
    }),
  )
  .output(z.object({ counted: z.boolean() }))
  .errors(pickErrors('TOO_MANY_REQUESTS'));

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const analyticsAdmin = {
  funnel: oc
    .route({ method: 'GET', path: '/admin/funnel', summary: 'Read the funnel of the latest days' })
    .input(z.object({ days: z.coerce.number().int().min(1).max(365).default(30) }))
    .output(funnel)
    .errors(onlyAdmins),
  cohorts: oc
    .route({
      method: 'GET',
      path: '/admin/cohorts',
      summary: 'Read buyer cohorts by month of first purchase',
    })
    .output(z.object({ countedAt: z.iso.datetime().nullable(), cohorts: z.array(cohort) }))
    .errors(onlyAdmins),
};
