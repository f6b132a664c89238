import { isUuid } from '../../platform/is-uuid.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Auth } from '../auth.ts';
import type { AuthCaller } from '../authenticate.ts';
import { lockUser } from '../accounts.queries.ts';
import { grant, reject, type Outcome, type Rejection } from '../protocol/outcome.ts';
import { removeUnneededCodes } from '../recovery-codes/remove-unneeded-codes.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import { recordReversibleChange } from '../security/reversible-changes.ts';
import { withoutMethods } from '../sessions/session-methods.ts';
import { viewPasskey } from './passkeys.queries.ts';

const NAME_MAX_CHARACTERS = 120;

/** Ends the sessions that began with the passkey; the caller's own falls to aal1. */
export async function removePasskey(
  auth: Auth,
  caller: AuthCaller,
  id: string,
): Promise<Outcome<{ id: string }>> {
  if (!isUuid(id)) return notFound();
  return inTransaction<Outcome<{ id: string }>>(auth.db, async (trx) => {
    await lockUser(trx, caller.userId);
    await trx
      .updateTable('auth.sessions')
      .set({ aal: 'aal1', amr: withoutMethods('mfa/webauthn'), passkeyId: null })
      .where('id', '=', caller.sessionId)
      .where('passkeyId', '=', id)
      .execute();
    await trx
      .deleteFrom('auth.sessions')
      .where('userId', '=', caller.userId)
      .where('passkeyId', '=', id)
      .execute();
    const removed = await trx
      .deleteFrom('auth.passkeys')
      .where('id', '=', id)
      .where('userId', '=', caller.userId)
      .returningAll()
      .executeTakeFirst();
    if (!removed) return notFound();
    await removeUnneededCodes(trx, caller.userId);
    await recordSecurityEvent(auth, trx, caller.userId, 'passkey_removed', caller);
    const { credentialId, publicKey, userId, ...row } = removed;
    await recordReversibleChange(auth, trx, {
      owner: { userId },
      kind: 'passkey_removed',
      before: {
        ...row,
        credentialId: credentialId.toString('base64'),
        publicKey: publicKey.toString('base64'),
      },
      to: [caller.email],
    });
    return grant({ id });
  });
}

export async function renamePasskey(
  { db }: Auth,
  caller: AuthCaller,
  id: string,
  name: string | undefined,
): Promise<Outcome<Record<string, unknown>>> {
  const trimmed = name?.trim() ?? '';
  if (trimmed === '' || trimmed.length > NAME_MAX_CHARACTERS)
    return reject(400, 'validation_failed', 'friendly_name needs 1 to 120 characters');
  const renamed = isUuid(id)
    ? await db
        .updateTable('auth.passkeys')
        .set({ name: trimmed })
        .where('id', '=', id)
        .where('userId', '=', caller.userId)
        .returningAll()
        .executeTakeFirst()
    : undefined;
  return renamed ? grant(viewPasskey(renamed)) : notFound();
}

function notFound(): Rejection {
  return reject(404, 'webauthn_credential_not_found', 'Passkey not found');
}
