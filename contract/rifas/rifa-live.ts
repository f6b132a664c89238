/** Live sales of one rifa. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';

export const LIVE_STEPS = ['minute', 'hour', 'day'] as const;
export type LiveStep = (typeof LIVE_STEPS)[number];

const range = <Value extends z.ZodType>(value: Value) => z.object({ low: value, middle: value, high: value });

export const rifaLiveSales = z.object({
  /** Paid cotas by moment of payment, oldest first. The last period is incomplete. */
  points: z.array(z.object({ at: z.iso.datetime(), cotas: z.int(), revenueCentavos: z.int() })),
  /** Announced milestones, in percent. */
  milestones: z.array(z.object({ percent: z.int(), reachedAt: z.iso.datetime() })),
  /** Null without enough data. */
  projection: z
    .object({
      verdict: z.enum(['sells_out', 'may_sell_out', 'unlikely']),
      cotasPerDay: range(z.number()),
      soldAtEnd: range(z.int()),
      soldOutAt: range(z.iso.datetime().nullable()),
    })
    .nullable(),
  /** Sources of the paid orders of the last 30 days, largest first. */
  sources: z.array(z.object({ source: z.string(), orders: z.int(), revenueCentavos: z.int() })),
});
export type RifaLiveSales = z.infer<typeof rifaLiveSales>;

export const numberStates = z.object({
  /** The first number, 1-based. */
  from: z.int(),
  states: z.array(z.enum(['free', 'reserved', 'sold'])),
});
export type NumberStates = z.infer<typeof numberStates>;

export const rifaLive = {
  numbers: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{id}/numbers',
      summary: 'Read which numbers of a rifa are free, reserved or sold',
    })
    .input(
      z.object({
        id: z.uuid(),
        /** A number of the page, 1-based; beyond the last number, the last page. */
        number: z.coerce.number().int().min(1).max(10_000_000).default(1),
      }),
    )
    .output(numberStates)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND')),
  live: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{id}/live',
      summary: 'Read the sales of a rifa as they come',
    })
    .input(z.object({ id: z.uuid(), step: z.enum(LIVE_STEPS).default('hour') }))
    .output(rifaLiveSales)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND')),
};
