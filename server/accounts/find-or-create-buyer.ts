import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import type { Platform } from '../platform/platform.ts';
import { createUser } from './create-user.ts';

/**
 * Finds or creates the account of an e-mail address for a manual sale. The owner signs in later through password recovery.
 * @returns the user's id, or null if the address is invalid
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
  // A random password that is not stored anywhere.
  const password = platform.random.bytes(24).toString('base64url');
  const made = await createUser(platform, {
    email,
    name: person.name,
    phone: person.phone ?? undefined,
    password,
  });
  // A concurrent request created it.
  return made.ok ? made.value : ((await find())?.id ?? null);
}
