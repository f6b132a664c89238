/** Messages that reach a browser whose page is closed. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';

/** Over https on its usual port, without a login: push services have no other. */
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
    .route({ method: 'GET', path: '/push-key', summary: 'The key that browsers subscribe with (VAPID)' })
    .output(z.object({ publicKey: z.string() })),
  subscribePush: oc
    .route({ method: 'PUT', path: '/me/push-subscription', summary: 'Have push messages sent to a browser' })
    .input(
      z.object({
        endpoint,
        /** A point of the curve P-256, uncompressed: 65 bytes in base64url. */
        p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}$/),
        /** 16 bytes in base64url. */
        auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
      }),
    )
    .output(z.object({ subscribed: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED', 'TOO_MANY_REQUESTS')),
  unsubscribePush: oc
    .route({ method: 'DELETE', path: '/me/push-subscription', summary: 'No more push messages to a browser' })
    .input(z.object({ endpoint: z.string().max(1000) }))
    .output(z.object({ subscribed: z.literal(false) }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
};
