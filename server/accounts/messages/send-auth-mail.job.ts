/**
 * Sends the links and codes of the auth service. The job looks the account up, so that the response time does not reveal
 * whether an address has an account.
 */
import { defineJob } from '../../platform/jobs.ts';
import type { Auth, Executor } from '../auth.ts';
import { findUserByEmail, type User } from '../accounts.queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { composeLinkMail, type LinkMailKind } from './auth-mails.ts';
import { mintToken } from './one-time-tokens.ts';

export interface AuthMailRequest {
  kind: 'signup' | 'recovery' | 'email_change';
  /** In lower case. For a change of e-mail, the current or the new address. */
  email: string;
  redirectTo: string;
  /** PKCE challenge of the requesting browser, if any. */
  challenge: string | null;
}

export const sendAuthMailJob = defineJob('send-auth-mail', {}, sendAuthMail);

async function sendAuthMail(auth: Auth, request: AuthMailRequest): Promise<void> {
  const mails = await inTransaction(auth.db, async (trx) => {
    const user = await findAddressee(trx, request);
    if (!user) return [];
    const messages = messagesFor(user, request);
    if (messages.length === 0) return [];
    await trx
      .updateTable('auth.users')
      .set(sentAt(request, auth.clock.now()))
      .where('id', '=', user.id)
      .execute();
    const prepared = [];
    for (const { kind, to } of messages) {
      const flowId = request.challenge ? await beginFlow(auth, trx, user.id, request) : null;
      const { token, code } = await mintToken(auth, trx, { userId: user.id, kind, email: to, flowId });
      prepared.push(composeLinkMail(kind, to, linkTo(auth, token, request), code));
    }
    return prepared;
  });
  for (const mail of mails) await auth.mailer.send(mail);
}

async function findAddressee(trx: Executor, { kind, email }: AuthMailRequest): Promise<User | undefined> {
  const user = await findUserByEmail(trx, email);
  if (user || kind !== 'email_change') return user;
  return trx.selectFrom('auth.users').selectAll().where('newEmail', '=', email).executeTakeFirst();
}

function messagesFor(user: User, { kind, email }: AuthMailRequest): { kind: LinkMailKind; to: string }[] {
  if (kind === 'recovery') return [{ kind, to: email }];
  if (kind === 'signup') return user.emailConfirmedAt ? [] : [{ kind, to: email }];
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
  userId: string,
  request: AuthMailRequest,
): Promise<string> {
  const id = auth.random.uuid();
  await trx
    .insertInto('auth.flowStates')
    .values({
      id,
      userId,
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
