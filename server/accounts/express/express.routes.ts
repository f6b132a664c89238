import type { Hono } from 'hono';
import { z } from 'zod';
import type { Auth } from '../auth.ts';
import { verifyBearer } from '../authenticate.ts';
import { metadata, optionalText } from '../protocol/body-fields.ts';
import { addPublic } from '../protocol/http.ts';
import { enterWithCode } from './enter-with-code.ts';
import { openExpressAccount } from './open-express-account.ts';
import { requestAccessCode } from './request-access-code.ts';

/** Purchase and sign-in without a password. Not part of the public client's protocol. */
export function addExpress(app: Hono, auth: Auth): void {
  const opening = {
    method: 'POST',
    path: '/express',
    body: z.object({ email: optionalText, phone: optionalText, data: metadata }),
    needsCaptcha: () => true,
  } as const;
  addPublic(app, auth, opening, ({ body: { email, phone, data = {} }, client }) =>
    openExpressAccount(auth, { email, phone, metadata: data }, client),
  );

  const request = {
    method: 'POST',
    path: '/access-codes',
    body: z.object({ contact: optionalText }),
    needsCaptcha: () => true,
  } as const;
  addPublic(app, auth, request, async ({ body }, c) => {
    const caller = await verifyBearer(auth, c.req.header('authorization'));
    return requestAccessCode(auth, body.contact, caller.ok ? caller.value.userId : null);
  });

  const entry = {
    method: 'POST',
    path: '/access-codes/verify',
    body: z.object({ access_id: optionalText, code: optionalText, opens_owner: z.boolean().optional() }),
  } as const;
  addPublic(app, auth, entry, ({ body, client }) =>
    enterWithCode(auth, { accessId: body.access_id, code: body.code, opensOwner: body.opens_owner }, client),
  );
}
