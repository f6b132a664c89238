import { normalizeEmail } from '@mare/domain/accounts/credentials.ts';
import { recordEvent } from '../safety/audit.ts';
import type { Auth, Client, Executor } from '../auth.ts';
import { findUserByEmail, identitiesOf, lockUser, type Session, type User } from '../accounts.queries.ts';
import { confirmEmail } from './confirm-email.ts';
import { emailIdentityData, insertUser, nameIn } from '../create-user.ts';
import { enqueueMessage, limitMessages } from '../messages/request-message.ts';
import { voidPendingTokens } from '../messages/one-time-tokens.ts';
import { validateMetadata } from '../profile/metadata.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { hashPassword, validateChosenPassword } from './passwords.ts';
import { answerSession, startSession, type SessionAnswer } from '../sessions/start-session.ts';
import { inTransaction, violatedUnique } from '../../platform/database/transaction.ts';
import { composeView, type UserView } from '../profile/user-view.ts';

export interface SignUp {
  email: string | undefined;
  password: string | undefined;
  metadata: Record<string, unknown>;
  /** PKCE challenge of the browser, for the link of the confirmation e-mail. */
  challenge: string | null;
  /** Already checked against the allowed addresses. */
  redirectTo: string;
}

/** Validated sign-up data. */
interface Applicant {
  email: string;
  passwordHash: string;
  metadata: Record<string, unknown>;
}

/** Returns a session with automatic confirmation; else the user, and sends a confirmation e-mail. */
export async function signUp(
  auth: Auth,
  form: SignUp,
  client: Client,
): Promise<Outcome<SessionAnswer | UserView>> {
  if (!auth.settings.signUpOpen) return signUpsClosed();
  if (!form.email) return reject(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (!form.password) return reject(400, 'validation_failed', 'Signup requires a valid password');
  const email = normalizeEmail(form.email);
  if (!email) return reject(400, 'validation_failed', 'Unable to validate email address: invalid format');
  const rejection =
    (await validateChosenPassword(auth.config, form.password)) ?? validateMetadata(form.metadata);
  if (rejection) return rejection;
  const applicant = { email, passwordHash: await hashPassword(form.password), metadata: form.metadata };
  if (auth.settings.autoconfirm) return answerSession(auth, await createAndEnter(auth, applicant, client));
  const tooMany = await limitMessages(auth, 'signup', email);
  if (tooMany) return tooMany;
  return grant(await createUnconfirmed(auth, applicant, form));
}

async function createAndEnter(auth: Auth, applicant: Applicant, client: Client): Promise<Outcome<Session>> {
  try {
    return await inTransaction<Outcome<Session>>(auth.db, async (trx) => {
      const known = await findUserByEmail(trx, applicant.email);
      if (known && !(await takeOver(auth, trx, known, applicant))) return alreadyRegistered();
      const id = known?.id ?? (await insertUser(auth, trx, { ...applicant, confirmed: true }));
      await recordEvent(auth, trx, id, 'signed_up', client.address);
      return grant(await startSession(auth, trx, id, 'password', client));
    });
  } catch (error) {
    if (violatedUnique(error)) return alreadyRegistered();
    throw error;
  }
}

/** Replaces an unconfirmed account: removes its data and gives it to the new applicant. */
async function takeOver(auth: Auth, trx: Executor, known: User, applicant: Applicant): Promise<boolean> {
  const user = await lockUser(trx, known.id);
  if (!user || user.emailConfirmedAt) return false;
  await trx
    .updateTable('auth.users')
    .set({ passwordHash: applicant.passwordHash, userMetadata: JSON.stringify(applicant.metadata) })
    .where('id', '=', user.id)
    .execute();
  await trx.deleteFrom('auth.sessions').where('userId', '=', user.id).execute();
  await trx
    .deleteFrom('auth.identities')
    .where('userId', '=', user.id)
    .where('provider', '!=', 'email')
    .execute();
  await trx
    .updateTable('auth.identities')
    .set({ identityData: emailIdentityData(user.id, { ...applicant, confirmed: true }) })
    .where('userId', '=', user.id)
    .execute();
  await voidPendingTokens(trx, user.id);
  await confirmEmail(auth, trx, user);
  await trx
    .updateTable('profiles')
    .set({ name: nameIn(applicant.metadata) })
    .where('id', '=', user.id)
    .execute();
  return true;
}

/** Answers alike for new, unconfirmed and existing addresses. */
async function createUnconfirmed(auth: Auth, applicant: Applicant, form: SignUp): Promise<UserView> {
  try {
    const id = await inTransaction(auth.db, async (trx) => {
      const known = await findUserByEmail(trx, applicant.email);
      const userId = known?.id ?? (await insertUser(auth, trx, { ...applicant, confirmed: false }));
      const { email } = applicant;
      const message = {
        kind: 'signup',
        email,
        challenge: form.challenge,
        redirectTo: form.redirectTo,
      } as const;
      await enqueueMessage(auth, trx, message);
      return known?.emailConfirmedAt ? null : userId;
    });
    return await viewApplicant(auth, applicant, id);
  } catch (error) {
    // A concurrent sign-up with this address sends the e-mail.
    if (violatedUnique(error)) return viewApplicant(auth, applicant, null);
    throw error;
  }
}

/** @param id of the unconfirmed account; null returns a fake user with the applicant's data only */
async function viewApplicant(auth: Auth, applicant: Applicant, id: string | null): Promise<UserView> {
  const now = auth.clock.now();
  const identities = id ? await identitiesOf(auth.db, id) : [];
  const shown = { sub: id, email: applicant.email, email_verified: false, phone_verified: false };
  const user: User = {
    id: id ?? auth.random.uuid(),
    email: applicant.email,
    phone: null,
    passwordHash: null,
    emailConfirmedAt: null,
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
  };
  return composeView(
    user,
    identities.map((identity) => ({ ...identity, identityData: shown })),
  );
}

export function signUpsClosed(): Rejection {
  return reject(422, 'signup_disabled', 'Signups not allowed for this instance');
}

function alreadyRegistered() {
  return reject(422, 'user_already_exists', 'User already registered');
}
