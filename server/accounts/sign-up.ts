import { normalizeEmail } from '@mare/domain/accounts/credentials.ts';
import type { Auth, Client } from './auth.ts';
import type { Session } from './accounts.queries.ts';
import { insertUser, type UserToInsert } from './create-user.ts';
import { refuseMetadata } from './metadata.ts';
import { grant, refuse, type Outcome } from './outcome.ts';
import { hashPassword, refusePassword } from './passwords.ts';
import { answerSession, startSession, type SessionAnswer } from './start-session.ts';
import { inTransaction, violatedUnique } from './transaction.ts';

export interface SignUp {
  email: string | undefined;
  password: string | undefined;
  metadata: Record<string, unknown>;
}

export async function signUp(auth: Auth, form: SignUp, client: Client): Promise<Outcome<SessionAnswer>> {
  if (!form.email) return refuse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (!form.password) return refuse(400, 'validation_failed', 'Signup requires a valid password');
  const email = normalizeEmail(form.email);
  if (!email) return refuse(400, 'validation_failed', 'Unable to validate email address: invalid format');
  const refusal = refusePassword(form.password) ?? refuseMetadata(form.metadata);
  if (refusal) return refusal;
  const passwordHash = await hashPassword(form.password);
  const newUser = { email, passwordHash, confirmed: true, metadata: form.metadata };
  return answerSession(auth, await createAndEnter(auth, newUser, client));
}

async function createAndEnter(auth: Auth, user: UserToInsert, client: Client): Promise<Outcome<Session>> {
  try {
    return await inTransaction(auth.db, async (trx) => {
      const id = await insertUser(auth, trx, user);
      return grant(await startSession(auth, trx, id, 'password', client));
    });
  } catch (error) {
    if (violatedUnique(error)) return refuse(422, 'user_already_exists', 'User already registered');
    throw error;
  }
}
