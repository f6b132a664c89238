import { sql } from 'kysely';
import type { Auth, Executor } from '../auth.ts';
import { findUserByEmail, lockUser, type User } from '../accounts.queries.ts';
import { carryOverSuppression } from '../../mail/carry-over-suppression.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import type { OneTimeToken } from './one-time-tokens.ts';
import { voidPendingTokens } from './one-time-tokens.ts';
import { recordReversibleChange } from '../security/reversible-changes.ts';

/** Records the confirmation of one address; the e-mail changes once both have confirmed. */
export async function changeEmail(
  auth: Auth,
  trx: Executor,
  { id }: Pick<User, 'id'>,
  token: Pick<OneTimeToken, 'kind' | 'email'>,
): Promise<Outcome<'awaits-other-link' | 'changed'>> {
  const user = await lockUser(trx, id);
  const ofNew = token.kind === 'email_change_new';
  if (!user?.newEmail || token.email !== (ofNew ? user.newEmail : user.email))
    return reject(403, 'otp_expired', 'Email link is invalid or has expired');
  const accepted = {
    newEmailAccepted: user.newEmailAccepted || ofNew,
    currentEmailAccepted: user.currentEmailAccepted || !ofNew,
  };
  if (!accepted.newEmailAccepted || !accepted.currentEmailAccepted) {
    await trx.updateTable('auth.users').set(accepted).where('id', '=', id).execute();
    return grant('awaits-other-link');
  }
  if (await findUserByEmail(trx, user.newEmail)) return emailTaken();
  await apply(auth, trx, user, user.newEmail);
  return grant('changed');
}

export function emailTaken(): Rejection {
  return reject(422, 'email_exists', 'A user with this email address has already been registered');
}

async function apply(auth: Auth, trx: Executor, user: User, email: string): Promise<void> {
  const now = auth.clock.now();
  await carryOverSuppression(trx, user.id, now);
  await trx
    .updateTable('auth.users')
    .set({
      email,
      newEmail: null,
      newEmailAccepted: false,
      currentEmailAccepted: false,
      emailConfirmedAt: now,
      updatedAt: now,
    })
    .where('id', '=', user.id)
    .execute();
  await trx
    .updateTable('auth.identities')
    .set({
      email,
      identityData: sql`identity_data || jsonb_build_object('email', ${email}::text, 'email_verified', true)`,
      updatedAt: now,
    })
    .where('userId', '=', user.id)
    .where('provider', '=', 'email')
    .execute();
  await trx.updateTable('profiles').set({ email }).where('id', '=', user.id).execute();
  await recordSecurityEvent(auth, trx, user.id, 'email_changed', null);
  await recordReversibleChange(auth, trx, {
    owner: { userId: user.id },
    kind: 'email_changed',
    before: { email: user.email },
    to: [user.email, email],
  });
}

/** Starts a change: the new e-mail address, and the current one if confirmed, must confirm it. */
export async function beginEmailChange(auth: Auth, trx: Executor, user: User, email: string): Promise<void> {
  await voidPendingTokens(trx, user.id);
  await trx
    .updateTable('auth.users')
    .set({
      newEmail: email,
      newEmailAccepted: false,
      currentEmailAccepted: user.emailConfirmedAt === null || user.email === null,
      emailChangeSentAt: auth.clock.now(),
    })
    .where('id', '=', user.id)
    .execute();
}
