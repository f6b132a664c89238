/** WhatsApp messages: opt-in, on a phone confirmed by a code. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

export const whatsAppSubscription = z.object({
  /** `unavailable`: not configured. `confirming`: a code was sent. */
  state: z.enum(['unavailable', 'off', 'confirming', 'on']),
  /** The phone's last four digits. */
  phoneEnd: z.string().nullable(),
});
export type WhatsAppSubscription = z.infer<typeof whatsAppSubscription>;

export const whatsAppContract = {
  whatsApp: oc
    .route({ method: 'GET', path: '/me/whatsapp', summary: 'Read the WhatsApp subscription' })
    .output(whatsAppSubscription)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  startWhatsApp: oc
    .route({
      method: 'PUT',
      path: '/me/whatsapp',
      summary: 'Subscribe a phone to WhatsApp and send it a code',
    })
    .input(z.object({ phone: writtenText(30), textVersion: z.int().min(1).max(1000) }))
    .output(whatsAppSubscription)
    .errors(
      pickErrors('NOT_AUTHENTICATED', 'RECENT_PROOF_REQUIRED', 'INVALID_MOBILE_PHONE', 'TOO_MANY_REQUESTS'),
    ),
  resendWhatsAppCode: oc
    .route({
      method: 'POST',
      path: '/me/whatsapp/code',
      summary: 'Send another code to the phone that is not confirmed yet, if there is one',
    })
    .output(whatsAppSubscription)
    .errors(pickErrors('NOT_AUTHENTICATED', 'TOO_MANY_REQUESTS')),
  confirmWhatsApp: oc
    .route({ method: 'POST', path: '/me/whatsapp/confirmation', summary: 'Confirm the phone by its code' })
    .input(z.object({ code: writtenText(12) }))
    .output(whatsAppSubscription)
    .errors(pickErrors('NOT_AUTHENTICATED', 'CODE_INVALID')),
  stopWhatsApp: oc
    .route({
      method: 'DELETE',
      path: '/me/whatsapp',
      summary: 'Unsubscribe from WhatsApp and delete the phone',
    })
    .output(whatsAppSubscription)
    .errors(pickErrors('NOT_AUTHENTICATED')),
};
