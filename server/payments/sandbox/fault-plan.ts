import { z } from 'zod';

export const faultPlan = z.strictObject({
  /** Method and path prefix, e.g. `POST /v1/payments`; empty matches every call. */
  match: z.string().default(''),
  /** Number of calls it still affects; unlimited if absent. */
  times: z.number().int().positive().optional(),
  /** Probability per matching call, 0 to 1. */
  probability: z.number().min(0).max(1).default(1),
  latency_ms: z.number().min(0).max(60_000).optional(),
  status: z.number().int().min(400).max(599).optional(),
  retry_after: z.number().int().optional(),
  timeout_before_commit: z.boolean().optional(),
  timeout_after_commit: z.boolean().optional(),
  malformed_json: z.boolean().optional(),
  html_200: z.boolean().optional(),
  stall_body: z.boolean().optional(),
});
export type FaultPlan = z.output<typeof faultPlan>;
