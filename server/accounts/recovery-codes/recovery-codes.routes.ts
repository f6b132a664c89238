import type { Hono } from 'hono';
import { z } from 'zod';
import type { Auth } from '../auth.ts';
import { optionalText } from '../protocol/body-fields.ts';
import { addPrivate } from '../protocol/http.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './replace-recovery-codes.ts';
import { verifyRecoveryCode } from './verify-recovery-code.ts';

/** Mount before the factors, whose paths would match these. */
export function addRecoveryCodes(app: Hono, auth: Auth): void {
  const path = '/factors/recovery-codes';
  addPrivate(app, auth, { method: 'GET', path }, (caller) => countRecoveryCodes(auth, caller));
  for (const target of [path, `${path}/regenerate`]) {
    const create = { method: 'POST', path: target, needsRecentProof: () => true } as const;
    addPrivate(app, auth, create, (caller) => replaceRecoveryCodes(auth, caller));
  }
  const verifyBody = z.object({ code: optionalText });
  const verify = { method: 'POST', path: `${path}/verify`, body: verifyBody } as const;
  addPrivate(app, auth, verify, (caller, { body, client }) =>
    verifyRecoveryCode(auth, caller, body.code, client),
  );
}
