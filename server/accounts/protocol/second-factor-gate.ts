/** Limits a session whose second factor is pending to passing it or signing out. */
import type { Context } from 'hono';
import type { AuthCaller } from '../authenticate.ts';
import { reject, type Rejection } from './outcome.ts';

/** Method and path of each endpoint, with a further condition if any. Everything else needs the second factor. */
export const ALLOWED_WHILE_PENDING: ReadonlyMap<string, (c: Context) => boolean> = new Map<
  string,
  (c: Context) => boolean
>([
  // Answers with the factors and no personal data (profile/user-view.ts).
  ['GET /user', () => true],
  // Only verified factors can be challenged (factors/find-factor.ts).
  ['POST /factors/:id/challenge', () => true],
  ['POST /factors/:id/verify', () => true],
  ['POST /factors/recovery-codes/verify', () => true],
  ['POST /logout', (c) => c.req.query('scope') === 'local'],
]);

/** Rejects callers whose second factor is pending; null if the request may continue. */
export function validateSecondFactor(
  caller: AuthCaller,
  { method, path }: { method: string; path: string },
  c: Context,
): Rejection | null {
  if (!caller.secondFactorPending || ALLOWED_WHILE_PENDING.get(`${method} ${path}`)?.(c)) return null;
  return secondFactorRequired();
}

export function secondFactorRequired(): Rejection {
  return reject(403, 'insufficient_aal', 'AAL2 session is required: verify the second factor first');
}
