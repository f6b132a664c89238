/** The checklist at the end of a rifa. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ENDING_STEPS, STEP_STATES, WAITED_FOR } from '@mare/domain/rifas/ending/ending-steps.ts';
import { pickErrors } from '../errors.ts';

export const endingStep = z.object({
  id: z.enum(ENDING_STEPS),
  state: z.enum(STEP_STATES),
  /** Responsible party; null once done, and while an earlier step is open. */
  waitsFor: z.enum(WAITED_FOR).nullable(),
  until: z.iso.datetime().nullable(),
  doneAt: z.iso.datetime().nullable(),
  /** Orders or prizes that are missing; null where nothing is counted. */
  missing: z.int().nullable(),
});
export type ShownEndingStep = z.infer<typeof endingStep>;

const rifaDecision = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ending'),
    step: z.enum(ENDING_STEPS),
    isLate: z.boolean(),
    until: z.iso.datetime().nullable(),
  }),
  z.object({ kind: z.literal('paused'), since: z.iso.datetime() }),
  z.object({
    kind: z.literal('few_sales'),
    policy: z.enum(['postpone', 'refund']),
    minPercent: z.int(),
    until: z.iso.datetime(),
  }),
]);
export type ShownDecision = z.infer<typeof rifaDecision>;

const errors = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND');

export const rifaEnding = {
  decisions: oc
    .route({
      method: 'GET',
      path: '/admin/rifa-decisions',
      summary: 'Read which rifas wait for a person, the most urgent first',
    })
    .output(
      z.array(
        z.object({
          id: z.uuid(),
          title: z.string(),
          soldNumbers: z.int(),
          totalNumbers: z.int(),
          prizes: z.int(),
          /** Positions of prizes that no cota can win any more; empty before the draw. */
          unwonPrizes: z.array(z.int()),
          decision: rifaDecision,
        }),
      ),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  ending: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{id}/ending',
      summary: 'Read what is left to do from the end of sales to closed books',
    })
    .input(z.object({ id: z.uuid() }))
    /** Empty for drafts, announced and cancelled rifas. */
    .output(z.object({ steps: z.array(endingStep) }))
    .errors(errors),
  closeBooks: oc
    .route({
      method: 'POST',
      path: '/admin/rifas/{id}/books',
      summary: 'Declare the accounts of a drawn rifa complete',
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ closed: z.literal(true) }))
    .errors({ ...errors, ...pickErrors('ENDING_INCOMPLETE') }),
};
