import { oc } from '@orpc/contract';
import { z } from 'zod';
import { refuses } from './refusals.ts';

const runningTest = z.object({
  id: z.uuid(),
  key: z.string(),
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
      conversions: z.int(),
      /** Sum of what conversions were worth. */
      valueCentavos: z.int(),
    }),
  ),
});
export type TestResult = z.infer<typeof testResult>;

export const experiments = {
  running: oc
    .route({ method: 'GET', path: '/experiments', summary: 'A/B tests that run now, with their variants' })
    .output(z.array(runningTest)),
  record: oc
    .route({
      method: 'POST',
      path: '/experiments/{testId}/events',
      summary: 'Count an impression or, after one, a conversion: each once a session',
    })
    .input(
      z.object({
        testId: z.uuid(),
        variantId: z.uuid(),
        eventType: z.enum(['impression', 'conversion']),
        sessionId: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
        valueCentavos: z.int().min(0).max(1_000_000_00).optional(),
      }),
    )
    .output(z.object({ counted: z.boolean() }))
    .errors(refuses('TOO_MANY_REQUESTS')),
  results: oc
    .route({ method: 'GET', path: '/admin/experiments', summary: 'A/B tests with what they have shown' })
    .output(z.array(testResult))
    .errors(refuses('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  declareWinner: oc
    .route({ method: 'POST', path: '/admin/experiments/{id}/winner', summary: 'End a test with a winner' })
    .input(z.object({ id: z.uuid(), variantId: z.uuid() }))
    .output(z.object({ declared: z.literal(true) }))
    .errors(refuses('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'CHANGED_MEANWHILE')),
};
