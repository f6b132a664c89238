import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Auth } from '../auth.ts';
import { challengeFields, metadata, optionalText } from '../protocol/body-fields.ts';
import { exchangeCode } from '../flows/exchange-code.ts';
import { readChallenge } from '../flows/flow-states.ts';
import { addPublic } from '../protocol/http.ts';
import { reject } from '../protocol/outcome.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { signInWithPassword } from './sign-in-with-password.ts';
import { signUp } from './sign-up.ts';

export function addSignIn(app: Hono, auth: Auth): void {
  const signUpEndpoint = {
    method: 'POST',
    path: '/signup',
    body: z.object({ email: optionalText, password: optionalText, data: metadata, ...challengeFields }),
    needsCaptcha: () => true,
  } as const;
  addPublic(app, auth, signUpEndpoint, async ({ body, client, redirectTo }) => {
    const challenge = readChallenge(body.code_challenge, body.code_challenge_method);
    if (!challenge.ok) return challenge;
    const { email, password, data = {} } = body;
    return signUp(auth, { email, password, metadata: data, challenge: challenge.value, redirectTo }, client);
  });

  const grantType = (c: Context) => c.req.query('grant_type');
  const token = {
    method: 'POST',
    path: '/token',
    body: z.object({
      email: optionalText,
      password: optionalText,
      refresh_token: z.unknown().optional(),
      auth_code: optionalText,
      code_verifier: optionalText,
    }),
    // Limited by session, not by IP address: a rejected refresh may end the session, and thousands share an IP address.
    isUnlimited: (c: Context) => grantType(c) === 'refresh_token',
    needsCaptcha: (c: Context) => grantType(c) === 'password',
  } as const;
  addPublic(app, auth, token, async ({ body, query, client }) => {
    switch (query('grant_type')) {
      case 'password':
        return signInWithPassword(auth, { email: body.email, password: body.password }, client);
      case 'refresh_token':
        return refreshSession(auth, body.refresh_token);
      case 'pkce':
        return exchangeCode(auth, { authCode: body.auth_code, verifier: body.code_verifier }, client);
      default:
        return reject(400, 'invalid_credentials', 'unsupported_grant_type');
    }
  });
}
