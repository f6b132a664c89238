import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Auth } from './auth.ts';
import { findUser, lockUser } from './accounts.queries.ts';
import type { Principal } from './authenticate.ts';
import { mergeMetadata, refuseMetadata } from './metadata.ts';
import { grant, refuse, type Outcome } from './outcome.ts';
import { hashPassword, isPassword, refusePassword } from './passwords.ts';
import { inTransaction } from './transaction.ts';
import { viewUser, type UserView } from './user-view.ts';

export interface UserChanges {
  /** Merged into what is there; null removes a key. */
  metadata?: Record<string, unknown>;
  password?: string;
}

/** What a person changes of the own account. A new password ends the other sessions. */
export async function updateUser(
  auth: Auth,
  caller: Principal,
  changes: UserChanges,
): Promise<Outcome<UserView>> {
  const prepared = await preparePassword(auth, caller, changes.password);
  if (!prepared.ok) return prepared;
  return inTransaction(auth.db, async (trx) => {
    const user = await lockUser(trx, caller.userId);
    if (!user) return refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (changes.metadata) {
      const merged = mergeMetadata(user.userMetadata as Record<string, unknown>, changes.metadata);
      const refusal = refuseMetadata(merged);
      if (refusal) return refusal;
      await trx
        .updateTable('auth.users')
        .set({ userMetadata: JSON.stringify(merged) })
        .where('id', '=', user.id)
        .execute();
    }
    if (prepared.value) await storePassword(trx, caller, prepared.value);
    await trx
      .updateTable('auth.users')
      .set({ updatedAt: auth.clock.now() })
      .where('id', '=', user.id)
      .execute();
    const updated = await findUser(trx, user.id);
    return grant(await viewUser(trx, updated!));
  });
}

/** Hashes before the transaction starts, so that no row is held meanwhile. */
async function preparePassword(
  auth: Auth,
  caller: Principal,
  password: string | undefined,
): Promise<Outcome<string | null>> {
  if (password === undefined) return grant(null);
  const refusal = refusePassword(password);
  if (refusal) return refusal;
  const user = await findUser(auth.db, caller.userId);
  if (user?.passwordHash && (await isPassword(password, user.passwordHash)))
    return refuse(422, 'same_password', 'New password should be different from the old password.');
  return grant(await hashPassword(password));
}

async function storePassword(trx: Transaction<DB>, caller: Principal, passwordHash: string): Promise<void> {
  await trx.updateTable('auth.users').set({ passwordHash }).where('id', '=', caller.userId).execute();
  await trx
    .deleteFrom('auth.sessions')
    .where('userId', '=', caller.userId)
    .where('id', '!=', caller.sessionId)
    .execute();
}
