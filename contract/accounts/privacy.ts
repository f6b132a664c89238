import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';
import { openMatters } from './open-matters.ts';

export const privacy = {
  exportOwnData: oc
    .route({
      method: 'GET',
      path: '/me/data',
      summary: 'Export the caller’s personal data',
    })
    .output(z.record(z.string(), z.unknown()))
    .errors(pickErrors('NOT_AUTHENTICATED', 'RECENT_PROOF_REQUIRED', 'TOO_MANY_REQUESTS')),
  openMatters: oc
    .route({
      method: 'GET',
      path: '/me/open-matters',
      summary: 'List what blocks the deletion of the caller’s account',
    })
    .output(openMatters)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  deleteAccount: oc
    .route({ method: 'POST', path: '/me/deletion', summary: 'Delete the caller’s account permanently' })
    .output(z.object({ deleted: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'RECENT_PROOF_REQUIRED', 'ACCOUNT_IN_USE', 'LAST_ADMIN')),
};
