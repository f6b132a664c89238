import { normalizeEmail } from '@mare/domain/accounts/credentials.ts';
import type { Platform } from '../platform/platform.ts';
import { createUser } from './create-user.ts';

/**
 * The account of an e-mail address, made if there is none: for a sale by hand. Its owner enters it later by asking for a
 * new password.
 * @returns the user's id, or null when the address is none
 */
export async function findOrCreateBuyer(
  platform: Platform,
  person: { email: string; name: string; phone: string | null },
): Promise<string | null> {
  const email = normalizeEmail(person.email);
  if (!email) return null;
  const find = () =>
    platform.db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirst();
  const known = await find();
  if (known) return known.id;
  // Nobody knows this password, and nobody needs to.
  const password = platform.random.bytes(24).toString('base64url');
  const made = await createUser(platform, {
    email,
    name: person.name,
    phone: person.phone ?? undefined,
    password,
  });
  // Made by somebody else at the same moment.
  return made.ok ? made.value : ((await find())?.id ?? null);
}
