import { oc } from '@orpc/contract';
import { z } from 'zod';
import { PAUSE_MAX_DAYS } from '@mare/domain/accounts/own-limits.ts';
import { pickErrors } from '../errors.ts';
import { withIdempotencyKey } from '../with-idempotency-key.ts';

const monthlyCentavos = z.int().min(100).max(100_000_000).nullable();

export const ownLimitsView = z.object({
  /** The limit in force; null without a limit. */
  monthlyCentavos: z.int().nullable(),
  /** A pending increase or removal. */
  next: z.object({ monthlyCentavos: z.int().nullable(), from: z.iso.datetime() }).nullable(),
  /** Centavos spent this month so far, including pending orders. */
  spentCentavos: z.int(),
  /** Null once over. */
  pausedUntil: z.iso.datetime().nullable(),
  excludedUntil: z.iso.datetime().nullable(),
});
export type OwnLimitsView = z.infer<typeof ownLimitsView>;

export const ownLimits = {
  ownLimits: oc
    .route({ method: 'GET', path: '/me/limits', summary: 'Read the caller’s responsible-play limits' })
    .output(ownLimitsView)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  changeOwnLimits: withIdempotencyKey
    .route({
      method: 'POST',
      path: '/me/limits',
      summary: 'Set a monthly limit, a pause or a self-exclusion',
    })
    .input(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('monthly'), centavos: monthlyCentavos }),
        z.object({ kind: z.literal('pause'), days: z.int().min(1).max(PAUSE_MAX_DAYS) }),
        z.object({ kind: z.literal('exclusion') }),
      ]),
    )
    .output(ownLimitsView)
    .errors(pickErrors('NOT_AUTHENTICATED')),
};
