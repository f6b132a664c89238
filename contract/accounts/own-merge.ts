import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';

export const ownMergeContract = {
  mergeIntoAccount: oc
    .route({
      method: 'POST',
      path: '/me/merge',
      summary: 'Merge the caller’s express account into their account with the same e-mail address',
    })
    .input(
      z.object({
        /** Access token of a session of the other account, which signed in within the last ten minutes. */
        accessToken: z.string().min(1).max(8_000),
      }),
    )
    .output(z.object({ merged: z.literal(true) }))
    .errors(
      pickErrors('NOT_AUTHENTICATED', 'PROOF_INVALID', 'NOT_FOUND', 'VERSION_CONFLICT', 'MERGE_REJECTED'),
    ),

  purchasesElsewhere: oc
    .route({
      method: 'GET',
      path: '/me/purchases-elsewhere',
      summary: 'Express accounts with paid orders that state the caller’s confirmed e-mail address',
    })
    .output(
      z.object({
        accounts: z.array(
          z.object({
            id: z.uuid(),
            /** Short name that the buyer stated; null for none. */
            name: z.string().nullable(),
            /** Last four digits of the stated phone. */
            phoneEnd: z.string(),
            cotas: z.int(),
            lastPaidAt: z.iso.datetime(),
          }),
        ),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED')),

  bringPurchases: oc
    .route({
      method: 'POST',
      path: '/me/purchases-elsewhere',
      summary: 'Merge such an express account into the caller’s account',
    })
    .input(z.object({ accountId: z.uuid() }))
    .output(z.object({ merged: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'VERSION_CONFLICT', 'MERGE_REJECTED')),
};
