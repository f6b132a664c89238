/**
 * PKCE flow states. The browser keeps a secret verifier and sends its SHA-256; an auth code is useless without the
 * verifier.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Auth, Executor } from '../auth.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';

/** Lifetime of an auth code, from its issue. */
export const AUTH_CODE_SECONDS = 300;
const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;

/** @returns the challenge, null without one (implicit flow), or a rejection */
export function readChallenge(
  challenge: string | undefined,
  method: string | undefined,
): Outcome<string | null> {
  if (!challenge && !method) return grant(null);
  if (!challenge || !method)
    return reject(400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge');
  if (method.toLowerCase() !== 's256')
    return reject(400, 'validation_failed', 'code_challenge_method must be s256');
  if (!CHALLENGE.test(challenge))
    return reject(400, 'validation_failed', 'code challenge has to be between 43 and 128 characters');
  return grant(challenge);
}

export function matchesChallenge(challenge: string, verifier: string): boolean {
  const expected = Buffer.from(challenge);
  const actual = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Issues the auth code of a flow. Deterministic per flow, as mail scanners open links too. */
export async function issueAuthCode(auth: Auth, db: Executor, flowId: string): Promise<string> {
  const code = auth.vault.mac(`auth-code:${flowId}`).toString('base64url');
  await db
    .updateTable('auth.flowStates')
    .set({ authCodeHash: hashOf(code), codeIssuedAt: auth.clock.now() })
    .where('id', '=', flowId)
    .execute();
  return code;
}

/** Unkeyed: only for secrets with enough entropy. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
