import { sql } from 'kysely';
import type { Auth, Executor } from '../auth.ts';
import type { User } from '../accounts.queries.ts';

/** Marks the account's e-mail as confirmed. */
export async function confirmEmail(auth: Auth, trx: Executor, user: User): Promise<void> {
  if (user.emailConfirmedAt) return;
  const now = auth.clock.now();
  await trx
    .updateTable('auth.users')
    .set({ emailConfirmedAt: now, updatedAt: now })
    .where('id', '=', user.id)
    .execute();
  await trx
    .updateTable('auth.identities')
    .set({ identityData: sql`identity_data || '{"email_verified": true}'`, updatedAt: now })
    .where('userId', '=', user.id)
    .where('provider', '=', 'email')
    .execute();
}
