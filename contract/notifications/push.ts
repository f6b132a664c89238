/** Web Push: messages for a browser whose page is closed. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';

/** https on port 443, without credentials. */
const endpoint = z
  .url({ protocol: /^https$/ })
  .max(1000)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { port, username, password } = new URL(text);
    return port === '' && username === '' && password === '';
  });

export const pushContract = {
  pushKey: oc
    .route({ method: 'GET', path: '/push-key', summary: 'Read the VAPID public key' })
    .output(z.object({ publicKey: z.string() })),
  subscribePush: oc
    .route({ method: 'PUT', path: '/me/push-subscription', summary: 'Subscribe a browser to push messages' })
    .input(
      z.object({
        endpoint,
        /** Uncompressed point of P-256: 65 bytes in base64url. */
        p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}$/),
        /** 16 bytes in base64url. */
        auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
      }),
    )
    .output(z.object({ subscribed: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'TOO_MANY_REQUESTS')),
  confirmPush: oc
    .route({
      method: 'POST',
      path: '/me/push-subscription',
      summary: 'Whether a browser is subscribed; its subscription then ends with the session of the caller',
    })
    .input(z.object({ endpoint: z.string().max(1000) }))
    .output(z.object({ subscribed: z.boolean() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  unsubscribePush: oc
    .route({
      method: 'DELETE',
      path: '/me/push-subscription',
      summary: 'Unsubscribe a browser from push messages',
    })
    .input(z.object({ endpoint: z.string().max(1000) }))
    .output(z.object({ subscribed: z.literal(false) }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
};
