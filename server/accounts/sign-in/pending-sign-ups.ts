/** Sign-ups whose e-mail address is not confirmed yet. They give no access: confirming one creates the account. */
import type { Selectable } from 'kysely';
import type { AuthSignUps } from '@mare/database/schema.ts';
import type { Auth, Executor } from '../auth.ts';
import { findUser, type User } from '../accounts.queries.ts';
import { openAccount } from './open-account.ts';
import { isPassword } from './passwords.ts';

export const SIGN_UP_DAYS = 1;
/** Passwords compared at a failed sign-in, newest first: each costs a hash. */
const COMPARED_MAX = 5;

export interface Applicant {
  /** In lower case. */
  email: string;
  /** Null: the owner of the e-mail address chooses one after confirming it. */
  passwordHash: string | null;
  metadata: Record<string, unknown>;
}

/** Stored also when the e-mail address has an account, so that both cases behave alike. @returns its id. */
export async function savePendingSignUp(
  auth: Pick<Auth, 'clock' | 'random'>,
  trx: Executor,
  { email, passwordHash, metadata }: Applicant,
): Promise<string> {
  const id = auth.random.uuid();
  await trx
    .insertInto('auth.signUps')
    .values({
      id,
      email,
      passwordHash,
      userMetadata: JSON.stringify(metadata),
      createdAt: auth.clock.now(),
    })
    .execute();
  return id;
}

/** Sign-ups of that e-mail address that may still be confirmed, newest first. */
export function findPendingSignUps(
  { clock }: Pick<Auth, 'clock'>,
  db: Executor,
  email: string,
): Promise<Selectable<AuthSignUps>[]> {
  const oldest = new Date(clock.now().getTime() - SIGN_UP_DAYS * 86_400_000);
  return db
    .selectFrom('auth.signUps')
    .selectAll()
    .where('email', '=', email)
    .where('userId', 'is', null)
    .where('createdAt', '>', oldest)
    .orderBy('createdAt', 'desc')
    .execute();
}

/** Whether a recent unconfirmed sign-up with that e-mail address had that password. */
export async function isPendingPassword(auth: Auth, email: string, password: string): Promise<boolean> {
  const pending = await findPendingSignUps(auth, auth.db, email);
  const hashes = pending.flatMap((signUp) => signUp.passwordHash ?? []).slice(0, COMPARED_MAX);
  for (const passwordHash of hashes) if (await isPassword(password, passwordHash)) return true;
  return false;
}

/**
 * Opens the account with the password and data of this sign-up and voids all others of the e-mail address.
 * @returns the account, or null if the address has an account that another sign-up opened
 */
export async function confirmSignUp(auth: Auth, trx: Executor, id: string): Promise<User | null> {
  const found = await trx.selectFrom('auth.signUps').select('email').where('id', '=', id).executeTakeFirst();
  if (!found) return null;
  const { email } = found;
  // All of them, in one order: two links used at the same time open one account.
  const signUps = await trx
    .selectFrom('auth.signUps')
    .selectAll()
    .where('email', '=', email)
    .orderBy('id')
    .forUpdate()
    .execute();
  const signUp = signUps.find((row) => row.id === id);
  if (!signUp) return null;
  if (signUp.userId) return (await findUser(trx, signUp.userId)) ?? null;
  const metadata = signUp.userMetadata as Record<string, unknown>;
  const { passwordHash, createdAt: signedUpAt } = signUp;
  const userId = await openAccount(auth, trx, { id, email, passwordHash, metadata, signedUpAt });
  if (!userId) return null;
  await trx
    .updateTable('auth.signUps')
    .set({ passwordHash: null, userMetadata: '{}' })
    .where('email', '=', email)
    .execute();
  await trx.updateTable('auth.signUps').set({ userId }).where('id', '=', id).execute();
  return (await findUser(trx, userId))!;
}
