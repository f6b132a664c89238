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
};
