import { oc } from '@orpc/contract';
import { z } from 'zod';
import { PROOFS } from '@mare/domain/accounts/recent-proof.ts';
import { pickErrors } from '../errors.ts';

export const recentProof = {
  missingProof: oc
    .route({
      method: 'GET',
      path: '/me/proof',
      summary: 'What the session has to prove before a sensitive change',
    })
    .output(z.object({ /** Null: proved within the last ten minutes. */ needs: z.enum(PROOFS).nullable() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  sendProofCode: oc
    .route({
      method: 'POST',
      path: '/me/proof/code',
      summary: 'Send the code that proves the caller’s presence, by text message or e-mail',
    })
    .output(z.object({ sent: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'TOO_MANY_REQUESTS')),
  prove: oc
    .route({
      method: 'POST',
      path: '/me/proof',
      summary: 'Prove the caller’s presence by password or code, for ten minutes',
    })
    .input(z.object({ password: z.string().max(200).optional(), code: z.string().max(20).optional() }))
    .output(z.object({ provedUntil: z.iso.datetime() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'PROOF_INVALID', 'TOO_MANY_REQUESTS')),
};
