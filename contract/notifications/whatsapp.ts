/** Messages by WhatsApp: only to who asks for them, on a phone that answers a code. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

export const whatsAppStanding = z.object({
  /** `unavailable`: this shop sends none. `confirming`: a code is on its way. */
  state: z.enum(['unavailable', 'off', 'confirming', 'on']),
  /** The phone's last four digits. */
  phoneEnd: z.string().nullable(),
});
export type WhatsAppStanding = z.infer<typeof whatsAppStanding>;

export const whatsAppContract = {
  whatsApp: oc
    .route({ method: 'GET', path: '/me/whatsapp', summary: 'Whether one is written to by WhatsApp' })
    .output(whatsAppStanding)
    .errors(pickErrors('NOT_AUTHENTICATED')),
  startWhatsApp: oc
    .route({ method: 'PUT', path: '/me/whatsapp', summary: 'Ask for it, and have a code sent to the phone' })
    .input(z.object({ phone: plainText(30).trim().min(1), textVersion: z.int().min(1).max(1000) }))
    .output(whatsAppStanding)
    .errors(pickErrors('NOT_AUTHENTICATED', 'INVALID_CONTACT', 'TOO_MANY_REQUESTS')),
  confirmWhatsApp: oc
    .route({ method: 'POST', path: '/me/whatsapp/confirmation', summary: 'Show the code: messages begin' })
    .input(z.object({ code: plainText(12).trim().min(1) }))
    .output(whatsAppStanding)
    .errors(pickErrors('NOT_AUTHENTICATED', 'CODE_INVALID')),
  stopWhatsApp: oc
    .route({
      method: 'DELETE',
      path: '/me/whatsapp',
      summary: 'No more messages, and the phone is forgotten',
    })
    .output(whatsAppStanding)
    .errors(pickErrors('NOT_AUTHENTICATED')),
};
