import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { deviceName } from '@mare/domain/accounts/security/device-name.ts';
import { readSite } from '../../settings/read-site.ts';
import { inTransaction, violatedUnique } from '../../platform/database/transaction.ts';
import { lockSession, lockUser } from '../accounts.queries.ts';
import type { Auth, Client } from '../auth.ts';
import type { AuthCaller } from '../authenticate.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import { recordReversibleChange } from '../security/reversible-changes.ts';
import { withMethod } from '../sessions/session-methods.ts';
import { challengeExpired, issueChallenge, consumeChallenge } from './challenges.ts';
import { passkeysOf, viewPasskey } from './passkeys.queries.ts';
import { relyingPartyOf, userHandleOf } from './relying-party.ts';

const PASSKEYS_MAX = 10;
/** COSE numbers of ES256, EdDSA and RS256. */
const ALGORITHMS = [-7, -8, -257];

/** Options for the authenticator: a discoverable credential that verifies its user. */
export async function beginRegistration(
  auth: Auth,
  caller: AuthCaller,
): Promise<Outcome<Record<string, unknown>>> {
  const present = await passkeysOf(auth.db, caller.userId);
  if (present.length >= PASSKEYS_MAX) return tooMany();
  const { name: shopName } = await readSite(auth);
  const { id, challenge, expiresAt } = await issueChallenge(auth, caller);
  const options = await generateRegistrationOptions({
    rpName: shopName,
    rpID: relyingPartyOf(auth).id,
    supportedAlgorithmIDs: ALGORITHMS,
    userName: caller.email,
    userID: userHandleOf(caller.userId),
    challenge,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: present.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
  });
  return grant({ challenge_id: id, options, expires_at: expiresAt });
}

/** Stores the new credential and notifies the owner. */
export async function finishRegistration(
  auth: Auth,
  caller: AuthCaller,
  form: { challengeId: string | undefined; credential: RegistrationResponseJSON | undefined },
  client: Client,
): Promise<Outcome<Record<string, unknown>>> {
  const challenge = await consumeChallenge(auth, auth.db, form.challengeId, { sessionId: caller.sessionId });
  if (!challenge) return challengeExpired();
  const credential = form.credential && (await verify(auth, form.credential, challenge));
  if (!credential) return reject(400, 'webauthn_verification_failed', 'WebAuthn credential is not valid');
  try {
    return await inTransaction<Outcome<Record<string, unknown>>>(auth.db, async (trx) => {
      await lockUser(trx, caller.userId);
      const present = await passkeysOf(trx, caller.userId);
      if (present.length >= PASSKEYS_MAX) return tooMany();
      const stored = await trx
        .insertInto('auth.passkeys')
        .values({
          id: auth.random.uuid(),
          userId: caller.userId,
          credentialId: Buffer.from(credential.id, 'base64url'),
          publicKey: Buffer.from(credential.publicKey),
          signCount: credential.counter,
          transports: credential.transports ?? [],
          name: deviceName(client.userAgent),
          createdAt: auth.clock.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await recordSecurityEvent(auth, trx, caller.userId, 'passkey_added', client);
      // The authenticator verified its user, so this is a recent proof too.
      const session = await lockSession(trx, caller.sessionId);
      if (session)
        await trx
          .updateTable('auth.sessions')
          .set({ amr: withMethod(session, 'mfa/webauthn', auth.clock.now()) })
          .where('id', '=', session.id)
          .execute();
      await recordReversibleChange(auth, trx, {
        owner: { userId: caller.userId },
        kind: 'passkey_added',
        before: { id: stored.id },
        to: [caller.email],
      });
      return grant(viewPasskey(stored));
    });
  } catch (error) {
    if (violatedUnique(error) !== 'passkeys_credential_id_key') throw error;
    return reject(422, 'webauthn_credential_exists', 'This passkey is already registered');
  }
}

/** @returns null if the response is malformed, forged, or for another challenge, origin or relying party */
async function verify(auth: Auth, response: RegistrationResponseJSON, challenge: string) {
  const { id, origin } = relyingPartyOf(auth);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo?.credential ?? null;
  } catch (error) {
    auth.log.info({ err: error }, 'passkey registration rejected');
    return null;
  }
}

function tooMany(): Rejection {
  return reject(422, 'too_many_passkeys', 'Maximum number of passkeys reached, remove one to continue');
}
