import type { Hono } from 'hono';
import { z } from 'zod';
import type { Auth } from '../auth.ts';
import { challengeFields, optionalText } from '../protocol/body-fields.ts';
import { readChallenge } from '../flows/flow-states.ts';
import { addPublic } from '../protocol/http.ts';
import { reject } from '../protocol/outcome.ts';
import { openLink } from './open-link.ts';
import { requestMessage } from './request-message.ts';
import { verifyToken } from './verify-token.ts';

export function addMessages(app: Hono, auth: Auth): void {
  const needsCaptcha = () => true;
  const recoverBody = z.object({ email: optionalText, ...challengeFields });
  const recover = { method: 'POST', path: '/recover', body: recoverBody, needsCaptcha } as const;
  addPublic(app, auth, recover, async ({ body, redirectTo }) => {
    const challenge = readChallenge(body.code_challenge, body.code_challenge_method);
    if (!challenge.ok) return challenge;
    return requestMessage(auth, 'recovery', { email: body.email, challenge: challenge.value, redirectTo });
  });

  const resendBody = z.object({ email: optionalText, type: optionalText, ...challengeFields });
  const resend = { method: 'POST', path: '/resend', body: resendBody, needsCaptcha } as const;
  addPublic(app, auth, resend, async ({ body, redirectTo }) => {
    const { email, type } = body;
    if (type !== 'signup' && type !== 'email_change') {
      const message = 'Missing one of these types: signup, email_change, sms, phone_change';
      return reject(400, 'validation_failed', message);
    }
    const challenge = readChallenge(body.code_challenge, body.code_challenge_method);
    if (!challenge.ok) return challenge;
    return requestMessage(auth, type, { email, challenge: challenge.value, redirectTo });
  });

  const otp = { method: 'POST', path: '/otp', body: z.object({}), needsCaptcha } as const;
  addPublic(app, auth, otp, async () => reject(422, 'otp_disabled', 'Signups not allowed for otp'));

  addPublic(app, auth, { method: 'GET', path: '/verify' }, async ({ query, client, redirectTo }, c) => {
    // Mail scanners send HEAD, which must not redeem the token.
    if (c.req.method === 'HEAD') return c.body(null, 200);
    const followed = await openLink(auth, { token: query('token'), type: query('type'), redirectTo }, client);
    return followed.ok ? c.redirect(followed.value, 303) : followed;
  });

  const verifyBody = z.object({
    type: optionalText,
    token_hash: optionalText,
    email: optionalText,
    token: optionalText,
  });
  addPublic(app, auth, { method: 'POST', path: '/verify', body: verifyBody }, async ({ body, client }) => {
    const { type, token_hash: tokenHash, email, token } = body;
    return verifyToken(auth, { type, tokenHash, email, token }, client);
  });
}
