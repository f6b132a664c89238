import type { Hono } from 'hono';
import { z } from 'zod';
import type { Auth } from '../auth.ts';
import { optionalText } from '../protocol/body-fields.ts';
import { addPrivate } from '../protocol/http.ts';
import { challengeFactor } from './challenge-factor.ts';
import { enrollFactor } from './enroll-factor.ts';
import { unenrollFactor } from './unenroll-factor.ts';
import { verifyFactor } from './verify-factor.ts';

const always = () => true;

export function addFactors(app: Hono, auth: Auth): void {
  const enrolBody = z.object({
    factor_type: optionalText,
    friendly_name: optionalText,
    issuer: optionalText,
    phone: optionalText,
  });
  const enroll = { method: 'POST', path: '/factors', body: enrolBody, needsRecentProof: always } as const;
  addPrivate(app, auth, enroll, (caller, { body }) => {
    const { factor_type: type, friendly_name: friendlyName, issuer, phone } = body;
    return enrollFactor(auth, caller, { type, friendlyName, issuer, phone });
  });

  const challenge = {
    method: 'POST',
    path: '/factors/:id/challenge',
    body: z.object({ channel: optionalText }),
  } as const;
  addPrivate(app, auth, challenge, (caller, { body, param, client }) =>
    challengeFactor(auth, caller, param('id'), body.channel, client),
  );

  const verifyBody = z.object({ challenge_id: optionalText, code: optionalText });
  const verify = { method: 'POST', path: '/factors/:id/verify', body: verifyBody } as const;
  addPrivate(app, auth, verify, (caller, { body, param, client }) =>
    verifyFactor(auth, caller, param('id'), { challengeId: body.challenge_id, code: body.code }, client),
  );

  const remove = { method: 'DELETE', path: '/factors/:id', needsRecentProof: always } as const;
  addPrivate(app, auth, remove, (caller, { param }) => unenrollFactor(auth, caller, param('id')));
}
