/** Creates sessions in the database and signs access tokens for all users. */
import { randomUUID } from 'node:crypto';
import { openAuth } from '@mare/server/accounts/auth.ts';
import { readAuthSettings } from '@mare/server/accounts/auth-settings.ts';
import { signAccessToken } from '@mare/server/accounts/tokens/access-token.ts';
import { ensureSigningKey } from '@mare/server/accounts/tokens/key-ring.ts';
import { readConfig } from '@mare/server/platform/config/config.ts';
import type { Platform } from '@mare/server/platform/platform.ts';
import type { Shop } from './bench-shop.ts';

/** Issuer and audience of the tokens, unless another is named. */
export const PUBLIC_URL = 'http://bench.localhost';

/** Limited by the connection pool. */
const CONCURRENCY = 50;

/** Encrypts the signing key; the web processes use the same secret. */
export const AUTH_SECRET = 'of the benchmark alone, and of no other use';

/** @param publicUrl of the processes. @returns an access token for each user, valid for an hour */
export async function createSessions(
  { platform, users, pool }: Pick<Shop, 'platform' | 'users' | 'pool'>,
  publicUrl = PUBLIC_URL,
): Promise<string[]> {
  const config = readConfig({ PUBLIC_URL: publicUrl });
  const settings = readAuthSettings({ AUTH_SECRET }, config);
  const auth = openAuth({ ...platform, config } as Platform, settings, null);
  await ensureSigningKey(auth);
  const sessions = users.map(() => randomUUID());
  await pool.query(
    // Admin rights need a second factor.
    `insert into auth.sessions (id, user_id, refresh_key, aal)
     select id, user_id, '', 'aal2' from unnest($1::uuid[], $2::uuid[]) as s (id, user_id)`,
    [sessions, users],
  );
  const tokens: string[] = [];
  for (let at = 0; at < users.length; at += CONCURRENCY) {
    const signing = users.slice(at, at + CONCURRENCY).map(async (user, index) => {
      const claims = { email: 'maria@exemplo.com.br', aal: 'aal1', session_id: sessions[at + index] };
      return (await signAccessToken(auth, user, claims)).token;
    });
    tokens.push(...(await Promise.all(signing)));
  }
  return tokens;
}
