import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';

/** The four switches (spec: community, 2 and 3). Codes and security notices do not depend on them. */
export const emailPreferences = z.object({
  transactionalEmails: z.boolean(),
  weeklyNewsletter: z.boolean(),
  marketingEmails: z.boolean(),
  promotionalEmails: z.boolean(),
});
export type EmailPreferences = z.infer<typeof emailPreferences>;

export const emailPreferencesContract = {
  preferences: oc
    .route({ method: 'GET', path: '/me/email-preferences', summary: 'Read the e-mail preferences' })
    .output(emailPreferences)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  savePreferences: oc
    .route({ method: 'PUT', path: '/me/email-preferences', summary: 'Save the e-mail preferences' })
    .input(emailPreferences)
    .output(emailPreferences)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  requestUnsubscribe: oc
    .route({
      method: 'POST',
      path: '/unsubscriptions',
      summary: 'Unsubscribe an address: at once for the caller’s own, else by a link in a mail',
    })
    .input(z.object({ email: z.email().max(255) }))
    .output(z.object({ done: z.boolean() }))
    .errors(pickErrors('TOO_MANY_REQUESTS')),
  unsubscribe: oc
    .route({ method: 'POST', path: '/unsubscriptions/confirmation', summary: 'Unsubscribe by a signed link' })
    .input(z.object({ token: z.string().min(1).max(1000) }))
    .output(z.object({ scope: z.enum(['offers', 'everything']) }))
    .errors(pickErrors('NOT_FOUND')),
};
