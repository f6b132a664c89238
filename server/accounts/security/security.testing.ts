/** Changes of an account and the links that undo them. */
import { ORPCError } from '@orpc/client';
import { startWholeApi } from '../../integration/whole-api.testing.ts';
import { signUpPerson, type TestAuthService } from '../accounts.testing.ts';
import { findPayoutFreeze } from './reversible-changes.ts';

export type Client = ReturnType<TestAuthService['newClient']>;

export type SecurityTestbed = Awaited<ReturnType<typeof createSecurityTestbed>>;

export async function createSecurityTestbed() {
  const bed = await startWholeApi();
  const { service } = bed;

  const tokenOf = async (client: Client) => (await client.getSession()).data.session!.access_token;

  /** The next mail to the e-mail address that holds a link to undo a change. */
  async function readUndoToken(email: string): Promise<string> {
    for (;;) {
      const { text } = await service.mailbox.next(email);
      const found = /desfazer-mudanca#(\S+)/.exec(text);
      if (found) return found[1]!;
    }
  }

  /** Code of the next password-reset mail to the e-mail address. */
  async function readRecoveryCode(email: string): Promise<string> {
    for (;;) {
      const { subject, text } = await service.mailbox.next(email);
      if (subject.startsWith('Crie a senha')) return /\b\d{6}\b/.exec(text)![0];
    }
  }

  /** Outcome of the link, signed out. */
  async function undo(token: string): Promise<string> {
    try {
      await bed.clientOf(null).accounts.undoChange({ token });
      return 'undone';
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error;
      return error.code === 'UNDO_CLOSED'
        ? `closed: ${(error.data as { reason: string }).reason}`
        : String(error.code);
    }
  }

  /** Changes the e-mail as its holder does, at both addresses. */
  async function changeEmail(client: Client, from: string, to: string): Promise<void> {
    service.clock.advance(61);
    const { error } = await client.updateUser({ email: to });
    if (error) throw error;
    for (const recipient of [to, from]) {
      let token: string | undefined;
      while (!token) token = /[?&]token=([^&\s]+)/.exec((await service.mailbox.next(recipient)).text)?.[1];
      await fetch(`${service.url}/verify?token=${token}&type=email_change`, { redirect: 'manual' });
    }
  }

  async function newPerson() {
    const person = await signUpPerson(service);
    return { ...person, userId: person.session.user.id };
  }

  const findEmail = async (userId: string) =>
    (
      await service.platform.db
        .selectFrom('auth.users')
        .innerJoin('profiles', 'profiles.id', 'auth.users.id')
        .select(['auth.users.email', 'profiles.email as shown'])
        .where('auth.users.id', '=', userId)
        .executeTakeFirstOrThrow()
    ).email;

  const isSessionActive = async (client: Client) =>
    (await fetch(`${service.url}/user`, { headers: { authorization: `Bearer ${await tokenOf(client)}` } }))
      .ok;

  const frozen = (userId: string) => findPayoutFreeze(service.platform.db, { userId }, service.clock.now());

  return {
    ...bed,
    tokenOf,
    readUndoToken,
    readRecoveryCode,
    undo,
    changeEmail,
    newPerson,
    findEmail,
    isSessionActive,
    findFreeze: frozen,
  };
}
