import type { Auth, Executor } from '../auth.ts';
import { clearBounce } from '../../mail/bounces.ts';
import { findUser, type User } from '../accounts.queries.ts';
import { confirmEmail } from '../sign-in/confirm-email.ts';
import { confirmSignUp } from '../sign-in/pending-sign-ups.ts';
import { promoteFirstAdmin } from '../safety/promote-first-admin.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { validateSignIn } from '../sign-in/sign-in-with-password.ts';
import type { Method } from '../sessions/start-session.ts';
import { changeEmail } from './change-email.ts';
import type { OneTimeToken, TokenKind } from './one-time-tokens.ts';

/** Token kinds by `type` of the request. */
const KINDS = new Map<string, TokenKind[]>([
  ['signup', ['signup']],
  ['recovery', ['recovery']],
  ['magiclink', ['magiclink']],
  ['email', ['signup', 'magiclink']],
  ['email_change', ['email_change_new', 'email_change_current']],
]);

export const AWAITS_OTHER_LINK =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** @returns null for an unknown type */
export function kindsOfType(type: string | undefined): TokenKind[] | null {
  return (type === undefined ? undefined : KINDS.get(type)) ?? null;
}

export interface Redeemed {
  user: User;
  method: Method;
  /** The other address of an e-mail change has yet to confirm: no session. */
  awaitsOtherLink: boolean;
}

/** Redeems a valid token. The caller has locked its row and deletes it if it is used up. */
export async function redeem(auth: Auth, trx: Executor, token: OneTimeToken): Promise<Outcome<Redeemed>> {
  const user = token.signUpId
    ? await confirmSignUp(auth, trx, token.signUpId)
    : await findUser(trx, token.userId!);
  if (!user) return expiredLink();
  const changes = token.kind === 'email_change_new' || token.kind === 'email_change_current';
  if (!changes && token.email !== user.email) return expiredLink();
  if (token.email) await clearBounce(trx, token.email, 'read');
  if (changes) {
    const changed = await changeEmail(auth, trx, user, token);
    if (!changed.ok) return changed;
    if (changed.value === 'awaits-other-link') return grant({ user, method: 'otp', awaitsOtherLink: true });
  } else {
    // Corrected by staff, or created before sign-ups had their own table, without proof of the e-mail address.
    if (!user.emailConfirmedAt) await confirmEmail(auth, trx, user, {}, token);
    // A change of e-mail does not promote: its session belongs to the address that confirms last, which may be the old
    // one.
    await promoteFirstAdmin(auth, trx, user, token);
  }
  const current = (await findUser(trx, user.id))!;
  const rejection = validateSignIn(auth, current);
  if (rejection) return rejection;
  return grant({
    user: current,
    method: token.kind === 'recovery' ? 'recovery' : 'otp',
    awaitsOtherLink: false,
  });
}

export function expiredLink(): Rejection {
  return reject(403, 'otp_expired', 'Email link is invalid or has expired');
}

export function expiredCode(): Rejection {
  return reject(403, 'otp_expired', 'Token has expired or is invalid');
}
