import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Auth, Executor } from '../auth.ts';
import { findUser } from '../accounts.queries.ts';
import { enqueueNotice } from '../messages/send-auth-notice.job.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import { challengeExpired, type ChallengeHolder, consumeChallenge } from './challenges.ts';
import type { Passkey } from './passkeys.queries.ts';
import { relyingPartyOf, userHandleOf } from './relying-party.ts';

export interface AssertionForm {
  challengeId: string | undefined;
  credential: AuthenticationResponseJSON | undefined;
}

export interface VerifiedAssertion {
  passkey: Passkey;
  signCount: number;
}

/**
 * Verifies an assertion with user verification. Unknown passkeys and wrong signatures get the same answer. Follow it by
 * `acceptAssertion` in the transaction that relies on it.
 */
export async function verifyAssertion(
  auth: Auth,
  { challengeId, credential }: AssertionForm,
  holder: ChallengeHolder,
): Promise<Outcome<VerifiedAssertion>> {
  const challenge = await consumeChallenge(auth, auth.db, challengeId, holder);
  if (!challenge) return challengeExpired();
  const passkey = credential && (await findPasskey(auth.db, credential.id));
  if (!passkey) return notVerified();
  const { id, origin } = relyingPartyOf(auth);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      // The database compares the counters (acceptAssertion), after the signature is verified.
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: 0,
      },
    });
    const handle = Buffer.from(userHandleOf(passkey.userId)).toString('base64url');
    if (!verified || credential.response.userHandle !== handle) return notVerified();
    return grant({ passkey, signCount: authenticationInfo.newCounter });
  } catch (error) {
    auth.log.info({ err: error }, 'passkey assertion rejected');
    return notVerified();
  }
}

/**
 * Stores the sign count. A count that does not grow means that the authenticator was copied: rejected, and the owner is
 * warned. Commit the transaction also when this rejects.
 */
export async function acceptAssertion(
  auth: Auth,
  trx: Executor,
  { passkey, signCount }: VerifiedAssertion,
): Promise<Rejection | null> {
  const accepted = await trx
    .updateTable('auth.passkeys')
    .set({ signCount, lastUsedAt: auth.clock.now() })
    .where('id', '=', passkey.id)
    .where('signCount', signCount === 0 ? '=' : '<', signCount)
    .executeTakeFirst();
  if (accepted.numUpdatedRows === 1n) return null;
  const isPresent = await trx
    .selectFrom('auth.passkeys')
    .select('id')
    .where('id', '=', passkey.id)
    .executeTakeFirst();
  if (isPresent) {
    await recordSecurityEvent(auth, trx, passkey.userId, 'passkey_copied', null);
    const user = await findUser(trx, passkey.userId);
    await enqueueNotice(auth, trx, 'passkey_copied', user?.email ?? null, null);
  }
  return notVerified();
}

function findPasskey(db: Executor, credentialId: string): Promise<Passkey | undefined> {
  return db
    .selectFrom('auth.passkeys')
    .selectAll()
    .where('credentialId', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst();
}

function notVerified(): Rejection {
  return reject(400, 'webauthn_verification_failed', 'WebAuthn credential is not valid');
}
