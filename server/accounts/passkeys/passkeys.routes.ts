import type { Hono } from 'hono';
import { z } from 'zod';
import { assertion } from '@mare/contract/accounts/recent-proof.ts';
import type { Auth } from '../auth.ts';
import { optionalText } from '../protocol/body-fields.ts';
import { addPrivate, addPublic } from '../protocol/http.ts';
import { grant } from '../protocol/outcome.ts';
import { bindBrowser, boundBrowser } from '../providers/browser-binding.ts';
import { passkeysOf, viewPasskey } from './passkeys.queries.ts';
import { beginRegistration, finishRegistration } from './register-passkey.ts';
import { removePasskey, renamePasskey } from './remove-passkey.ts';
import { beginPasskeySignIn, signInWithPasskey } from './sign-in-with-passkey.ts';

const registrationBody = z.object({
  challenge_id: optionalText,
  credential: z
    .object({
      ...assertion.shape,
      response: z.object({
        clientDataJSON: z.string(),
        attestationObject: z.string(),
        transports: z.array(z.string().max(50)).max(10).optional(),
      }),
    })
    .optional(),
});

const always = () => true;

export function addPasskeys(app: Hono, auth: Auth): void {
  addPublic(app, auth, { method: 'POST', path: '/passkeys/authentication/options' }, (_, c) =>
    beginPasskeySignIn(auth, bindBrowser(auth, c)),
  );

  const signInBody = z.object({ challenge_id: optionalText, credential: assertion.optional() });
  const signIn = { method: 'POST', path: '/passkeys/authentication/verify', body: signInBody } as const;
  addPublic(app, auth, signIn, ({ body: { challenge_id: challengeId, credential }, client }, c) =>
    signInWithPasskey(auth, { challengeId, credential }, boundBrowser(c), client),
  );

  const begin = { method: 'POST', path: '/passkeys/registration/options', needsRecentProof: always } as const;
  addPrivate(app, auth, begin, (caller) => beginRegistration(auth, caller));

  const finish = {
    method: 'POST',
    path: '/passkeys/registration/verify',
    body: registrationBody,
    needsRecentProof: always,
  } as const;
  addPrivate(app, auth, finish, (caller, { body: { challenge_id: challengeId, credential }, client }) =>
    finishRegistration(auth, caller, { challengeId, credential }, client),
  );

  addPrivate(app, auth, { method: 'GET', path: '/passkeys' }, async (caller) =>
    grant((await passkeysOf(auth.db, caller.userId)).map(viewPasskey)),
  );

  const renameBody = z.object({ friendly_name: optionalText });
  const rename = { method: 'PATCH', path: '/passkeys/:id', body: renameBody } as const;
  addPrivate(app, auth, rename, (caller, { body, param }) =>
    renamePasskey(auth, caller, param('id'), body.friendly_name),
  );

  const remove = { method: 'DELETE', path: '/passkeys/:id', needsRecentProof: always } as const;
  addPrivate(app, auth, remove, (caller, { param }) => removePasskey(auth, caller, param('id')));
}
