import { errors, jwtVerify, SignJWT } from 'jose';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Auth } from '../auth.ts';
import { ALGORITHM, publishedKeys, signingKey, verificationKey } from './key-ring.ts';
import { isUuid } from '../../platform/is-uuid.ts';

const AUDIENCE = 'authenticated';

export interface AccessTokenClaims {
  userId: string;
  sessionId: string;
}

function issuerOf(publicUrl: string): string {
  return `${publicUrl}/auth/v1`;
}

/** @param claims in addition to the registered ones. @returns the token and its expiry in unix seconds */
export async function signAccessToken(
  auth: Auth,
  subject: string,
  claims: Record<string, unknown>,
): Promise<{ token: string; expiresAt: number }> {
  const { kid, key } = await signingKey(auth);
  const issuedAt = Math.floor(auth.clock.now().getTime() / 1000);
  const expiresAt = issuedAt + auth.settings.accessTokenSeconds;
  const token = await new SignJWT({ role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
    .setIssuer(auth.settings.externalUrl)
    .setAudience(AUDIENCE)
    .setSubject(subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
  return { token, expiresAt };
}

/** @returns the claims, or the fault of an invalid token. The caller must check the session too. */
export async function verifyAccessToken(
  platform: Pick<Platform, 'db' | 'caches' | 'clock' | 'config'>,
  token: string,
): Promise<AccessTokenClaims | { fault: string }> {
  const keys = await publishedKeys(platform);
  if (keys.size === 0) return { fault: 'JWKS is empty' };
  const known = verifiedTokens(platform).get(token);
  if (known && known.endsAt > platform.clock.now().getTime() && keys.has(known.kid)) return known.claims;
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid ? await verificationKey(platform, kid) : null;
        if (!key) throw new errors.JWKSNoMatchingKey('No matching signing key found in JWKS');
        return key;
      },
      {
        algorithms: [ALGORITHM],
        issuer: issuerOf(platform.config.publicUrl),
        audience: AUDIENCE,
        requiredClaims: ['exp', 'sub', 'session_id'],
        currentDate: platform.clock.now(),
      },
    );
    const { sub, session_id: sessionId } = payload;
    if (!isUuid(sub) || !isUuid(sessionId)) return { fault: 'invalid claims' };
    const claims = { userId: sub, sessionId };
    cacheToken(verifiedTokens(platform), token, {
      claims,
      endsAt: payload.exp! * 1000,
      kid: protectedHeader.kid!,
    });
    return claims;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return { fault: 'Invalid JWT signature' };
    if (error instanceof errors.JOSEError) return { fault: error.message };
    throw error;
  }
}

interface VerifiedToken {
  claims: AccessTokenClaims;
  kid: string;
  /** In unix milliseconds. */
  endsAt: number;
}

/** A few megabytes. */
const CACHED_TOKENS = 10_000;
/** Cache of verified tokens: verifying a signature costs more than the rest of a request. */
const verifiedTokens = defineCache(() => new Map<string, VerifiedToken>());

/** Evicts the oldest token beyond the limit. */
function cacheToken(tokens: Map<string, VerifiedToken>, token: string, known: VerifiedToken): void {
  tokens.delete(token);
  tokens.set(token, known);
  if (tokens.size > CACHED_TOKENS) tokens.delete(tokens.keys().next().value!);
}
