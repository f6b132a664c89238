import { oc } from '@orpc/contract';
import { z } from 'zod';
import { PAUSE_MAX_DAYS } from '@mare/domain/accounts/own-limits.ts';
import { pickErrors } from '../errors.ts';

const monthlyCentavos = z.int().min(100).max(100_000_000).nullable();

export const ownLimitsView = z.object({
  /** What counts now; null without a limit. */
  monthlyCentavos: z.int().nullable(),
  /** A raise or a removal that has yet to count. */
  next: z.object({ monthlyCentavos: z.int().nullable(), from: z.iso.datetime() }).nullable(),
  /** In this month so far, orders not yet paid included. */
  spentCentavos: z.int(),
  /** Null once over. */
  pausedUntil: z.iso.datetime().nullable(),
  excludedUntil: z.iso.datetime().nullable(),
});
export type OwnLimitsView = z.infer<typeof ownLimitsView>;

export const ownLimits = {
  ownLimits: oc
    .route({ method: 'GET', path: '/me/limits', summary: 'The limits a person has set for themselves' })
    .output(ownLimitsView)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  changeOwnLimits: oc
    .route({ method: 'POST', path: '/me/limits', summary: 'Limit, pause or end the own buying' })
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
