import { oc } from '@orpc/contract';
import { z } from 'zod';
import { PROOFS } from '@mare/domain/accounts/security/recent-proof.ts';
import { pickErrors } from '../errors.ts';

/** Assertion of a passkey in the JSON form of WebAuthn. */
export const assertion = z.object({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  // Required by the verifying library, which does not use it.
  clientExtensionResults: z.object({}).default({}),
  response: z.object({
    clientDataJSON: z.string().max(10_000),
    authenticatorData: z.string().max(10_000),
    signature: z.string().max(2000),
    userHandle: z.string().max(200).optional(),
  }),
});

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
  beginPasskeyProof: oc
    .route({
      method: 'POST',
      path: '/me/proof/passkey',
      summary: 'Begin a proof of the caller’s presence by passkey',
    })
    .output(
      z.object({
        challengeId: z.uuid(),
        /** For `navigator.credentials.get`, in the JSON form of WebAuthn. */
        options: z.object({
          challenge: z.string(),
          rpId: z.string(),
          timeout: z.int(),
          userVerification: z.literal('required'),
        }),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED')),
  prove: oc
    .route({
      method: 'POST',
      path: '/me/proof',
      summary: 'Prove the caller’s presence by password, code or passkey, for ten minutes',
    })
    .input(
      z.object({
        password: z.string().max(200).optional(),
        code: z.string().max(20).optional(),
        passkey: z.object({ challengeId: z.uuid(), credential: assertion }).optional(),
      }),
    )
    .output(z.object({ provedUntil: z.iso.datetime() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'PROOF_INVALID', 'TOO_MANY_REQUESTS')),
};
