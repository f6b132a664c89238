/**
 * Mails the links and codes of the auth service. The job looks the account up, so that the response time does not
 * reveal whether an e-mail address has an account.
 */
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Auth, Executor } from '../auth.ts';
import { findUserByEmail, type User } from '../accounts.queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { composeExistingAccountMail, composeLinkMail, type LinkMailKind } from './auth-mails.ts';
import { queueMail } from '../../mail/outbox/queue-message.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { LINK_SECONDS, mintToken, type TokenOwner } from './one-time-tokens.ts';
import { isNeverConfirmed } from '../sign-in/open-account.ts';
import { findPendingSignUps, savePendingSignUp } from '../sign-in/pending-sign-ups.ts';

export interface AuthMailRequest {
  kind: 'signup' | 'recovery' | 'email_change';
  /** In lower case. For a change of e-mail, the current or the new address. */
  email: string;
  redirectTo: string;
  /** PKCE challenge of the requesting browser, if any. */
  challenge: string | null;
  /** The sign-up that the link confirms. */
  signUpId?: string;
}

export const sendAuthMailJob = defineJob('send-auth-mail', {}, sendAuthMail);

async function sendAuthMail(auth: Auth, request: AuthMailRequest): Promise<void> {
  await inTransaction(auth.db, async (trx) => {
    const expiresAt = new Date(auth.clock.now().getTime() + LINK_SECONDS * 1000);
    for (const mail of await prepareMails(auth, trx, request))
      await queueMail(trx, auth, mail, { key: `auth:${auth.random.uuid()}`, topic: 'access', expiresAt });
  });
}

/** Mints the tokens of the mails. */
async function prepareMails(auth: Auth, trx: Executor, request: AuthMailRequest): Promise<Mail[]> {
  const user = await findRecipient(trx, request);
  if (user && request.kind === 'signup') {
    if (request.signUpId && !isNeverConfirmed(user))
      return [composeExistingAccountMail(user.email!, auth.settings.siteUrl)];
    if (user.emailConfirmedAt) return [];
  }
  const owner = await findOwner(auth, trx, request, user);
  if (!owner) return [];
  const messages = messagesFor(user, request);
  if (user && messages.length > 0)
    await trx
      .updateTable('auth.users')
      .set(sentAt(request, auth.clock.now()))
      .where('id', '=', user.id)
      .execute();
  const prepared = [];
  for (const { kind, to } of messages) {
    const flowId = request.challenge ? await beginFlow(auth, trx, owner, request) : null;
    const { token, code } = await mintToken(auth, trx, { owner, kind, email: to, flowId });
    const copy = kind === 'recovery' && !user?.passwordHash ? 'choose_password' : kind;
    prepared.push(composeLinkMail(copy, to, { link: linkTo(auth, token, request), code, user }));
  }
  return prepared;
}

async function findRecipient(trx: Executor, { kind, email }: AuthMailRequest): Promise<User | undefined> {
  const user = await findUserByEmail(trx, email);
  if (user || kind !== 'email_change') return user;
  return trx.selectFrom('auth.users').selectAll().where('newEmail', '=', email).executeTakeFirst();
}

/**
 * Owner of the message's tokens. A repeated confirmation and a recovery do not name their sign-up, and the pending one
 * may be another person's. So they confirm the e-mail address without a password, which is chosen after the link.
 */
async function findOwner(
  auth: Auth,
  trx: Executor,
  { kind, email, signUpId }: AuthMailRequest,
  user: User | undefined,
): Promise<TokenOwner | null> {
  if (user && (user.emailConfirmedAt || !signUpId)) return { userId: user.id };
  if (kind === 'email_change') return null;
  const pending = await findPendingSignUps(auth, trx, email);
  if (signUpId) return pending.some(({ id }) => id === signUpId) ? { signUpId } : null;
  if (pending.length === 0) return null;
  return { signUpId: await savePendingSignUp(auth, trx, { email, passwordHash: null, metadata: {} }) };
}

function messagesFor(
  user: User | undefined,
  { kind, email }: AuthMailRequest,
): { kind: LinkMailKind; to: string }[] {
  if (kind === 'recovery') return [{ kind, to: email }];
  if (kind === 'signup') return [{ kind, to: email }];
  if (!user) return [];
  const messages: { kind: LinkMailKind; to: string }[] = [];
  if (user.newEmail && !user.newEmailAccepted) messages.push({ kind: 'email_change_new', to: user.newEmail });
  if (user.newEmail && user.email && !user.currentEmailAccepted)
    messages.push({ kind: 'email_change_current', to: user.email });
  return messages;
}

function sentAt({ kind }: AuthMailRequest, now: Date) {
  if (kind === 'recovery') return { recoverySentAt: now };
  return kind === 'signup' ? { confirmationSentAt: now } : { emailChangeSentAt: now };
}

async function beginFlow(
  auth: Auth,
  trx: Executor,
  owner: TokenOwner,
  request: AuthMailRequest,
): Promise<string> {
  const id = auth.random.uuid();
  await trx
    .insertInto('auth.flowStates')
    .values({
      id,
      userId: 'userId' in owner ? owner.userId : null,
      method: request.kind === 'recovery' ? 'recovery' : 'otp',
      codeChallenge: request.challenge,
      redirectTo: request.redirectTo,
      createdAt: auth.clock.now(),
    })
    .execute();
  return id;
}

function linkTo(auth: Auth, token: string, request: AuthMailRequest): string {
  const query = new URLSearchParams({ token, type: request.kind, redirect_to: request.redirectTo });
  return `${auth.settings.externalUrl}/verify?${query.toString()}`;
}
