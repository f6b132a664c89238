/** Phone confirmed by a code in a text message. With the CPF it identifies a person. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

export const phoneConfirmation = z.object({
  /** `unavailable`: the shop sends no text messages. `sent`: a code was sent and has to be entered. */
  state: z.enum(['unavailable', 'none', 'sent', 'confirmed']),
  /** Last four digits of the phone that is confirmed, or that the code went to. */
  phoneEnd: z.string().nullable(),
  /** The phone of the profile, in digits with area code. */
  suggestedPhone: z.string().nullable(),
  /** Seconds until another code may be sent. */
  resendInSeconds: z.int().min(0),
});
export type PhoneConfirmation = z.infer<typeof phoneConfirmation>;

export const phoneConfirmationContract = {
  phoneConfirmation: oc
    .route({ method: 'GET', path: '/me/phone', summary: 'Read whether the caller’s phone is confirmed' })
    .output(phoneConfirmation)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  startPhoneConfirmation: oc
    .route({ method: 'PUT', path: '/me/phone', summary: 'Send a code to a phone, to confirm it' })
    .input(z.object({ phone: writtenText(30) }))
    .output(phoneConfirmation)
    .errors(
      pickErrors(
        'NOT_AUTHENTICATED',
        'NOT_FOUND',
        'RECENT_PROOF_REQUIRED',
        'INVALID_PROFILE',
        'TOO_MANY_REQUESTS',
      ),
    ),
  confirmPhone: oc
    .route({ method: 'POST', path: '/me/phone/confirmation', summary: 'Confirm the phone by its code' })
    .input(z.object({ code: writtenText(12) }))
    .output(phoneConfirmation)
    .errors(pickErrors('NOT_AUTHENTICATED', 'CODE_INVALID', 'PERSON_CONFLICT')),
};
