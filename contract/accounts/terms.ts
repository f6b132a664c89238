import { oc } from '@orpc/contract';
import { z } from 'zod';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import { pickErrors } from '../errors.ts';

/** The latest version that the caller accepted; null for none. */
export const acceptedTerms = z.object({ version: z.int(), acceptedAt: z.iso.datetime() }).nullable();

export const termsContract = {
  terms: oc
    .route({ method: 'GET', path: '/me/terms', summary: 'Read which terms of use the caller accepted' })
    .output(acceptedTerms)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  acceptTerms: oc
    .route({
      method: 'POST',
      path: '/me/terms',
      summary: 'Accept the terms of use and confirm the age of 18 years',
    })
    .input(z.object({ version: z.int().min(1).max(TERMS.version) }))
    .output(acceptedTerms)
    .errors(pickErrors('NOT_AUTHENTICATED')),
};
