import { carryOverSuppression } from '../../mail/carry-over-suppression.ts';
import { recordReversibleChange } from '../security/reversible-changes.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import type { Auth, Executor } from '../auth.ts';
import { findUser, identitiesOf, lockUser, type Identity, type User } from '../accounts.queries.ts';
import type { AuthCaller } from '../authenticate.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { isVerifiedByProvider } from './identities.ts';
import { saveProviders } from './save-providers.ts';

/** Rejects removing the last identity. */
export async function unlinkIdentity(
  auth: Auth,
  caller: AuthCaller,
  identityId: string,
): Promise<Outcome<Record<string, never>>> {
  if (!isUuid(identityId)) return reject(404, 'validation_failed', 'identity_id must be an UUID');
  return inTransaction<Outcome<Record<string, never>>>(auth.db, async (trx) => {
    const user = await lockUser(trx, caller.userId);
    const identities = await identitiesOf(trx, caller.userId);
    const identity = identities.find(({ id }) => id === identityId);
    if (!user || !identity) return reject(422, 'identity_not_found', "Identity doesn't exist");
    if (identities.length === 1) {
      const message = 'User must have at least 1 identity after unlinking';
      return reject(422, 'single_identity_not_deletable', message);
    }
    await trx.deleteFrom('auth.identities').where('id', '=', identity.id).execute();
    if (identity.provider === 'email')
      await trx.updateTable('auth.users').set({ passwordHash: null }).where('id', '=', user.id).execute();
    await reassignEmail(auth, trx, user, { removed: identity, left: await saveProviders(trx, user.id) });
    await recordSecurityEvent(auth, trx, user.id, 'identity_unlinked', caller);
    const { userId: _, ...before } = identity;
    const now = await findUser(trx, user.id);
    await recordReversibleChange(auth, trx, {
      owner: { userId: user.id },
      kind: 'identity_unlinked',
      before: { identity: before, email: user.email },
      to: [user.email, identity.email, now?.email ?? null],
    });
    return grant({});
  });
}

/**
 * If the account's e-mail came from the removed identity, switches to one that another provider has verified. Without one
 * the account keeps its e-mail.
 */
async function reassignEmail(
  { clock }: Pick<Auth, 'clock'>,
  trx: Executor,
  user: User,
  { removed, left }: { removed: Identity; left: Identity[] },
): Promise<void> {
  if (removed.email !== user.email || left.some(({ email }) => email === user.email)) return;
  const vouched = left.find((identity) => identity.email !== null && isVerifiedByProvider(identity));
  const email = vouched?.email;
  if (!email) return;
  await carryOverSuppression(trx, user.id, clock.now());
  await trx.updateTable('auth.users').set({ email }).where('id', '=', user.id).execute();
  await trx.updateTable('profiles').set({ email }).where('id', '=', user.id).execute();
}
