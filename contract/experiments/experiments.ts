import { oc } from '@orpc/contract';
import { z } from 'zod';
import { PHRASE_MAX, TEST_PLACE_KEYS, VARIANTS_MAX, VARIANTS_MIN } from '@mare/domain/experiments/places.ts';
import { plainText, trimmedText, writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

const runningTest = z.object({
  id: z.uuid(),
  key: z.string(),
  /** False once it has ended: every visitor sees the winner, the only variant. */
  running: z.boolean(),
  variants: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      config: z.record(z.string(), z.unknown()),
      trafficPercentage: z.int(),
    }),
  ),
});
export type RunningTest = z.infer<typeof runningTest>;

export const testResult = z.object({
  id: z.uuid(),
  /** The slot of the site that it runs in. */
  key: z.string(),
  name: z.string(),
  status: z.enum(['running', 'completed']),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  winnerVariantId: z.uuid().nullable(),
  variants: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      trafficPercentage: z.int(),
      impressions: z.int(),
      /** Paid orders. */
      conversions: z.int(),
      /** Their total value. */
      valueCentavos: z.int(),
    }),
  ),
});
export type TestResult = z.infer<typeof testResult>;

const newTest = z.object({
  place: z.enum(TEST_PLACE_KEYS),
  name: trimmedText(80).min(3),
  variants: z
    .array(
      z.object({
        name: writtenText(60),
        trafficPercentage: z.int().min(1).max(100),
        /** For a phrase slot; empty shows none. */
        phrase: plainText(PHRASE_MAX).default(''),
        /** For a switch slot. */
        on: z.boolean().default(false),
      }),
    )
    .min(VARIANTS_MIN)
    .max(VARIANTS_MAX)
    .refine((all) => all.reduce((sum, { trafficPercentage }) => sum + trafficPercentage, 0) === 100),
});

export const experiments = {
  running: oc
    .route({ method: 'GET', path: '/experiments', summary: 'List running A/B tests and effective winners' })
    .output(z.array(runningTest)),
  record: oc
    .route({
      method: 'POST',
      path: '/experiments/{testId}/events',
      summary: 'Count an impression, or an own order placed after one, once per session',
    })
    .input(
      z.object({
        testId: z.uuid(),
        variantId: z.uuid(),
        eventType: z.enum(['impression', 'conversion']),
        sessionId: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
        /** External reference of the order, for a conversion. */
        orderReference: z.string().max(64).optional(),
      }),
    )
    .output(z.object({ counted: z.boolean() }))
    .errors(pickErrors('TOO_MANY_REQUESTS')),
  results: oc
    .route({ method: 'GET', path: '/admin/experiments', summary: 'List A/B tests with their results' })
    .output(z.array(testResult))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  start: oc
    .route({ method: 'POST', path: '/admin/experiments', summary: 'Start an A/B test' })
    .input(newTest)
    .output(z.object({ id: z.uuid() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'TEST_RUNNING')),
  end: oc
    .route({ method: 'POST', path: '/admin/experiments/{id}/end', summary: 'End a test without a winner' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ ended: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'VERSION_CONFLICT')),
  declareWinner: oc
    .route({ method: 'POST', path: '/admin/experiments/{id}/winner', summary: 'End a test with a winner' })
    .input(z.object({ id: z.uuid(), variantId: z.uuid() }))
    .output(z.object({ declared: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'VERSION_CONFLICT')),
};
