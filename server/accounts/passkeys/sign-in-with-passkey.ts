import { inTransaction } from '../../platform/database/transaction.ts';
import { lockUser, type Session } from '../accounts.queries.ts';
import type { Auth, Client } from '../auth.ts';
import { grant, type Outcome } from '../protocol/outcome.ts';
import { validateSignIn } from '../sign-in/sign-in-with-password.ts';
import { respondWithSession, type SessionResponse, startSession } from '../sessions/start-session.ts';
import { challengeExpired, issueChallenge } from './challenges.ts';
import { assertionOptions } from './relying-party.ts';
import { acceptAssertion, type AssertionForm, verifyAssertion } from './verify-assertion.ts';

/** Options for any passkey of the shop: they name no account and no credential. @param browser value of its cookie */
export async function beginPasskeySignIn(
  auth: Auth,
  browser: string,
): Promise<Outcome<Record<string, unknown>>> {
  const { id, challenge, expiresAt } = await issueChallenge(auth, { browser });
  return grant({ challenge_id: id, options: assertionOptions(auth, challenge), expires_at: expiresAt });
}

/** The authenticator verified its user, so the session starts at aal2. */
export async function signInWithPasskey(
  auth: Auth,
  form: AssertionForm,
  browser: string | null,
  client: Client,
): Promise<Outcome<SessionResponse>> {
  if (!browser) return challengeExpired();
  const verified = await verifyAssertion(auth, form, { browser });
  if (!verified.ok) return verified;
  const { passkey } = verified.value;
  const started = await inTransaction<Outcome<Session>>(auth.db, async (trx) => {
    const user = await lockUser(trx, passkey.userId);
    const rejection = await acceptAssertion(auth, trx, verified.value);
    if (rejection) return rejection;
    const banned = validateSignIn(auth, user!);
    if (banned) return banned;
    return grant(await startSession(auth, trx, passkey.userId, 'mfa/webauthn', client, passkey.id));
  });
  return respondWithSession(auth, started);
}
