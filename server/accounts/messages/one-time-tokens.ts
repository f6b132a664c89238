/**
 * One-time tokens of e-mails: a link token of 256 random bits and a code of six digits to type. They are independent
 * secrets. The database stores a hash of each; the code's is keyed, as six digits could be brute-forced.
 */
import type { Selectable } from 'kysely';
import type { AuthOneTimeTokens } from '@mare/database/schema.ts';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import type { Auth, Executor } from '../auth.ts';
import { drawCode } from '../../platform/documents/draw-code.ts';
import { hashOf } from '../flows/flow-states.ts';

export type TokenKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication';
export type OneTimeToken = Selectable<AuthOneTimeTokens>;

export const LINK_SECONDS = 3600;
/** Shorter: a code can be guessed, and read aloud to a caller. */
export const CODE_SECONDS = SENT_CODE_MINUTES * 60;
const PKCE_PREFIX = 'pkce_';
const NO_CODE = Buffer.alloc(0);

/** An account, or a sign-up that opens one. */
export type TokenOwner = { userId: string } | { signUpId: string };

export interface TokenToMint {
  owner: TokenOwner;
  kind: TokenKind;
  /** The recipient. */
  email: string;
  /** PKCE flow that the link continues, if any. */
  flowId: string | null;
}

/** Creates a token, replacing the user's token of the same kind. Tokens of sign-ups replace none. */
export async function mintToken(
  auth: Auth,
  trx: Executor,
  { owner, kind, email, flowId }: TokenToMint,
): Promise<{ token: string; code: string }> {
  const now = auth.clock.now();
  const token = `${flowId ? PKCE_PREFIX : ''}${auth.random.bytes(32).toString('base64url')}`;
  const code = drawCode(auth);
  if ('userId' in owner)
    await trx
      .deleteFrom('auth.oneTimeTokens')
      .where('userId', '=', owner.userId)
      .where('kind', '=', kind)
      .execute();
  await trx
    .insertInto('auth.oneTimeTokens')
    .values({
      id: auth.random.uuid(),
      ...owner,
      kind,
      email,
      flowId,
      tokenHash: hashOf(token),
      codeHash: auth.vault.mac(hashedCode(email, code)),
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_SECONDS * 1000),
    })
    .execute();
  return { token, code };
}

/** Locks the row. */
export function findByLink(auth: Auth, trx: Executor, token: string, kinds: TokenKind[]) {
  return alive(auth, trx, kinds).where('tokenHash', '=', hashOf(token)).forUpdate().executeTakeFirst();
}

/** Locks the row. */
export function findByCode(auth: Auth, trx: Executor, email: string, code: string, kinds: TokenKind[]) {
  return alive(auth, trx, kinds)
    .where('email', '=', email)
    .where('codeHash', 'in', auth.vault.macs(hashedCode(email, code)))
    .where('createdAt', '>', new Date(auth.clock.now().getTime() - CODE_SECONDS * 1000))
    .forUpdate()
    .executeTakeFirst();
}

function alive(auth: Auth, trx: Executor, kinds: TokenKind[]) {
  return trx
    .selectFrom('auth.oneTimeTokens')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('expiresAt', '>', auth.clock.now());
}

/**
 * After a change of password or e-mail, all earlier links, codes and flows are void.
 * @param tokenInUse the token in use, whose flow continues
 */
export async function voidPendingTokens(
  trx: Executor,
  userId: string,
  tokenInUse?: OneTimeToken,
): Promise<void> {
  await trx
    .deleteFrom('auth.oneTimeTokens')
    .where('userId', '=', userId)
    .$if(tokenInUse !== undefined, (query) => query.where('id', '!=', tokenInUse!.id))
    .execute();
  await trx
    .deleteFrom('auth.signUps')
    .where('userId', '=', userId)
    .$if(Boolean(tokenInUse?.signUpId), (query) => query.where('id', '!=', tokenInUse!.signUpId!))
    .execute();
  await trx
    .deleteFrom('auth.flowStates')
    .where((eb) => eb.or([eb('userId', '=', userId), eb('linkingUserId', '=', userId)]))
    .$if(Boolean(tokenInUse?.flowId), (query) => query.where('id', '!=', tokenInUse!.flowId!))
    .execute();
}

/** Voids guessable codes only. The link stays valid, so that guessing cannot deny recovery to the owner. */
export async function voidCodes(db: Executor, email: string, kinds: TokenKind[]): Promise<void> {
  await db
    .updateTable('auth.oneTimeTokens')
    .set({ codeHash: NO_CODE })
    .where('email', '=', email)
    .where('kind', 'in', kinds)
    .execute();
}

function hashedCode(email: string, code: string): string {
  return `code:${email}:${code}`;
}
