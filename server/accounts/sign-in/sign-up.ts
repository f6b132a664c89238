import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import type { Auth, Client } from '../auth.ts';
import type { Session, User } from '../accounts.queries.ts';
import { enqueueMessage, limitMessages } from '../messages/request-message.ts';
import { validateMetadata } from '../profile/metadata.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { openAccount } from './open-account.ts';
import { hashPassword, validateChosenPassword } from './passwords.ts';
import { savePendingSignUp, type Applicant } from './pending-sign-ups.ts';
import { respondWithSession, startSession, type SessionResponse } from '../sessions/start-session.ts';
import { inTransaction, violatedUnique } from '../../platform/database/transaction.ts';
import { composeView, type UserView } from '../profile/user-view.ts';

export interface SignUp {
  email: string | undefined;
  password: string | undefined;
  metadata: Record<string, unknown>;
  /** PKCE challenge of the browser, for the link of the confirmation e-mail. */
  challenge: string | null;
  /** Already checked against the allowed redirect URLs. */
  redirectTo: string;
}

/** Returns a session with automatic confirmation; else the user, and sends a confirmation e-mail. */
export async function signUp(
  auth: Auth,
  form: SignUp,
  client: Client,
): Promise<Outcome<SessionResponse | UserView>> {
  if (!auth.settings.signUpOpen) return signUpsClosed();
  if (!form.email) return reject(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (!form.password) return reject(400, 'validation_failed', 'Signup requires a valid password');
  const email = normalizeEmail(form.email);
  if (!email) return reject(400, 'validation_failed', 'Unable to validate email address: invalid format');
  const rejection =
    (await validateChosenPassword(auth, form.password, { name: form.metadata.name, email })) ??
    validateMetadata(form.metadata);
  if (rejection) return rejection;
  const applicant = { email, passwordHash: await hashPassword(form.password), metadata: form.metadata };
  if (auth.settings.autoconfirm)
    return respondWithSession(auth, await createAndEnter(auth, applicant, client));
  const tooMany = await limitMessages(auth, 'signup', email);
  if (tooMany) return tooMany;
  return grant(await applyForAccount(auth, applicant, form));
}

async function createAndEnter(auth: Auth, applicant: Applicant, client: Client): Promise<Outcome<Session>> {
  try {
    return await inTransaction<Outcome<Session>>(auth.db, async (trx) => {
      const id = await openAccount(auth, trx, applicant);
      if (!id) return alreadyRegistered();
      await recordSecurityEvent(auth, trx, id, 'signed_up', client);
      return grant(await startSession(auth, trx, id, 'password', client));
    });
  } catch (error) {
    if (violatedUnique(error)) return alreadyRegistered();
    throw error;
  }
}

/** Does the same work and returns the same answer for new, unconfirmed and existing e-mail addresses. */
async function applyForAccount(auth: Auth, applicant: Applicant, form: SignUp): Promise<UserView> {
  const signUpId = await inTransaction(auth.db, async (trx) => {
    const id = await savePendingSignUp(auth, trx, applicant);
    await enqueueMessage(auth, trx, {
      kind: 'signup',
      email: applicant.email,
      challenge: form.challenge,
      redirectTo: form.redirectTo,
      signUpId: id,
    });
    return id;
  });
  const now = auth.clock.now();
  return composeView(
    {
      id: signUpId,
      email: applicant.email,
      phone: null,
      passwordHash: null,
      emailConfirmedAt: null,
      emailCorrectedAt: null,
      confirmationSentAt: now,
      recoverySentAt: null,
      newEmail: null,
      newEmailAccepted: false,
      currentEmailAccepted: false,
      emailChangeSentAt: null,
      lastSignInAt: null,
      bannedUntil: null,
      appMetadata: { provider: 'email', providers: ['email'] },
      userMetadata: applicant.metadata as User['userMetadata'],
      createdAt: now,
      updatedAt: now,
    },
    [],
  );
}

export function signUpsClosed(): Rejection {
  return reject(422, 'signup_disabled', 'Signups not allowed for this instance');
}

function alreadyRegistered() {
  return reject(422, 'user_already_exists', 'User already registered');
}
