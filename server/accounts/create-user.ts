import type { Role } from '@mare/domain/accounts/permissions.ts';
import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import type { Platform } from '../platform/platform.ts';
import type { Executor } from './auth.ts';
import { grant, reject, type Outcome } from './protocol/outcome.ts';
import { recordAcceptanceOfSignUp } from './terms/accepted-terms.ts';
import { hashPassword, validatePassword } from './sign-in/passwords.ts';
import { inTransaction, violatedUnique } from '../platform/database/transaction.ts';

const NAME_MAX_CHARACTERS = 120;

export interface NewUser {
  /** Fixed id for demo data; random by default. */
  id?: string;
  email: string;
  password: string;
  name: string;
  role?: Role;
  phone?: string;
  city?: string;
  state?: string;
}

/**
 * Creates an account with a confirmed e-mail, for demo logins and administration.
 * @returns the user's id, or `user_already_exists`, `weak_password`, `validation_failed`
 */
export async function createUser(platform: Platform, user: NewUser): Promise<Outcome<string>> {
  const email = normalizeEmail(user.email);
  if (!email) return reject(400, 'validation_failed', 'Unable to validate email address: invalid format');
  const weakness = validatePassword(user.password);
  if (weakness) return weakness;
  const passwordHash = await hashPassword(user.password);
  try {
    return await inTransaction(platform.db, async (trx) => {
      const id = await insertUser(platform, trx, {
        id: user.id,
        email,
        passwordHash,
        confirmed: true,
        metadata: { name: user.name },
      });
      const { role = 'buyer', phone = null, city = null, state = null } = user;
      const adminSince = role === 'admin' ? platform.clock.now() : null;
      await trx
        .updateTable('profiles')
        .set({ role, adminSince, phone, city, state })
        .where('id', '=', id)
        .execute();
      return grant(id);
    });
  } catch (error) {
    if (violatedUnique(error)) return reject(422, 'user_already_exists', 'User already registered');
    throw error;
  }
}

export interface UserToInsert {
  id?: string;
  /** In lower case. */
  email: string;
  passwordHash: string | null;
  confirmed: boolean;
  metadata: Record<string, unknown>;
  /** When the sign-up was sent; now by default. */
  signedUpAt?: Date;
}

/** Inserts the user, its e-mail identity and its profile. @throws a unique violation if the e-mail is taken */
export async function insertUser(
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  trx: Executor,
  user: UserToInsert,
): Promise<string> {
  const now = clock.now();
  const id = user.id ?? random.uuid();
  await trx
    .insertInto('auth.users')
    .values({
      id,
      email: user.email,
      passwordHash: user.passwordHash,
      emailConfirmedAt: user.confirmed ? now : null,
      appMetadata: JSON.stringify({ provider: 'email', providers: ['email'] }),
      userMetadata: JSON.stringify(user.metadata),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await insertEmailIdentity({ clock, random }, trx, id, user);
  await trx
    .insertInto('profiles')
    .values({ id, email: user.email, name: nameIn(user.metadata), createdAt: now })
    .execute();
  await recordAcceptanceOfSignUp(trx, id, { metadata: user.metadata, at: user.signedUpAt ?? now });
  return id;
}

interface UserWithoutEmail {
  name: string;
  /** Area code and number, digits only. */
  phone: string;
  metadata: Record<string, unknown>;
}

/** Inserts a user without e-mail and password, and its profile. @returns the user's id */
export async function insertUserWithoutEmail(
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  trx: Executor,
  { name, phone, metadata }: UserWithoutEmail,
): Promise<string> {
  const now = clock.now();
  const id = random.uuid();
  await trx
    .insertInto('auth.users')
    .values({
      id,
      email: null,
      passwordHash: null,
      appMetadata: JSON.stringify({ providers: [] }),
      userMetadata: JSON.stringify(metadata),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await trx.insertInto('profiles').values({ id, name, phone, createdAt: now }).execute();
  return id;
}

export async function insertEmailIdentity(
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  trx: Executor,
  userId: string,
  { email, confirmed, metadata }: Pick<UserToInsert, 'email' | 'confirmed' | 'metadata'>,
): Promise<void> {
  const now = clock.now();
  const data = { ...metadata, sub: userId, email, email_verified: confirmed, phone_verified: false };
  await trx
    .insertInto('auth.identities')
    .values({
      id: random.uuid(),
      userId,
      provider: 'email',
      providerId: userId,
      email,
      identityData: JSON.stringify(data),
      lastSignInAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
}

/** The name from the sign-up form, or null. */
export function nameIn(metadata: Record<string, unknown>): string | null {
  const { name } = metadata;
  if (typeof name !== 'string') return null;
  return Array.from(name.trim()).slice(0, NAME_MAX_CHARACTERS).join('') || null;
}
