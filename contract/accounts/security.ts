import { oc } from '@orpc/contract';
import { z } from 'zod';
import { REVERSIBLE_CHANGES, SECURITY_EVENTS } from '@mare/domain/accounts/security/security-events.ts';
import { pickErrors } from '../errors.ts';

export const securityEvent = z.object({
  id: z.uuid(),
  event: z.enum(SECURITY_EVENTS),
  at: z.iso.datetime(),
  userAgent: z.string().nullable(),
  /** Prefix of the IP address. */
  network: z.string().nullable(),
});
export type SecurityEventEntry = z.infer<typeof securityEvent>;

const token = z.string().min(20).max(200);

export const securityLedger = {
  securityEvents: oc
    .route({ method: 'GET', path: '/me/security-events', summary: 'Latest events of the caller’s security' })
    .output(z.array(securityEvent))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  undoChange: oc
    .route({
      method: 'POST',
      path: '/undone-changes',
      summary: 'Undo a change of address, login, factor or Pix key by its mailed link',
    })
    .input(z.object({ token }))
    .output(
      z.object({
        kind: z.enum(REVERSIBLE_CHANGES),
        /**
         * Recipient of the link for a new password: all sessions have ended, and the account has no password until
         * then. Null if no account is affected.
         */
        newPasswordFor: z.string().nullable(),
      }),
    )
    .errors(pickErrors('NOT_FOUND', 'UNDO_CLOSED', 'TOO_MANY_REQUESTS')),
};
