import { oc } from '@orpc/contract';
import { z } from 'zod';
import { CONSENT_TEXT } from '@mare/domain/personalization/consent.ts';
import { INTERACTION_TYPES, MAX_INTERACTIONS_PER_BATCH } from '@mare/domain/personalization/interactions.ts';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { storedInstant } from '../stored-dates.ts';

const consent = z.object({
  measurement: z.boolean(),
  marketing: z.boolean(),
  /** Version of the consent text that was shown. */
  textVersion: z.int(),
  decidedAt: storedInstant,
});

const interaction = z.object({
  type: z.enum(INTERACTION_TYPES),
  rifaId: z.uuid().optional(),
  /** First part of the path. */
  path: plainText(80).optional(),
  quantity: z.int().min(1).max(100_000).optional(),
});

export const consentContract = {
  consent: oc
    .route({ method: 'GET', path: '/me/consent', summary: 'Read the caller’s consent' })
    .output(z.object({ consent: consent.nullable() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  saveConsent: oc
    .route({
      method: 'PUT',
      path: '/me/consent',
      summary: 'Give or withdraw consent to measurement and marketing',
    })
    .input(
      z.object({
        measurement: z.boolean(),
        marketing: z.boolean(),
        textVersion: z.int().min(1).max(CONSENT_TEXT.version),
        /** The choice was made before signing in: it does not replace a choice of the account. */
        adopt: z.boolean().default(false),
      }),
    )
    .output(consent)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  track: oc
    .route({
      method: 'POST',
      path: '/interactions',
      summary: 'Record interactions of the caller; stored only with consent to measurement',
    })
    .input(
      z.object({
        /** Access token for beacons, which cannot send headers. */
        token: z.string().max(4000).optional(),
        events: z.array(interaction).min(1).max(MAX_INTERACTIONS_PER_BATCH),
      }),
    )
    .output(z.object({ saved: z.int() }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'TOO_MANY_REQUESTS')),
};
