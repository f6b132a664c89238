import type { Selectable } from 'kysely';
import type { AuthReversibleChanges } from '@mare/database/schema.ts';
import type { ReversibleChange } from '@mare/domain/accounts/security/security-events.ts';
import { inTransaction, violatedUnique } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Executor } from '../auth.ts';
import { lockUser } from '../accounts.queries.ts';
import { hashOf } from '../flows/flow-states.ts';
import { voidPendingTokens } from '../messages/one-time-tokens.ts';
import { sendAuthMailJob } from '../messages/send-auth-mail.job.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import { restoreChange, type Restores } from './restore-change.ts';

type Change = Selectable<AuthReversibleChanges>;
type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs' | 'config'>;

export type UndoChangeResult =
  | { ok: true; kind: ReversibleChange; newPasswordFor: string | null }
  | { ok: false; code: 'NOT_FOUND' }
  | { ok: false; code: 'UNDO_CLOSED'; reason: 'undone' | 'late' | 'taken' };

/**
 * Undoes a change and all later ones of the account, because a person who took it over may have added other ways in.
 * That person had passed the owner's checks, so all sessions end, and the account has no password until the owner
 * chooses one with the mail that this sends.
 */
export async function undoChange(
  platform: Deps,
  restores: Restores,
  token: string,
): Promise<UndoChangeResult> {
  try {
    return await inTransaction<UndoChangeResult>(platform.db, async (trx) => {
      const found = await findChange(trx, token);
      if (!found) return { ok: false, code: 'NOT_FOUND' };
      // Before the row of the change: undoing two changes of one account takes turns.
      if (found.userId) await lockUser(trx, found.userId);
      const change = (await findChange(trx, token))!;
      const now = platform.clock.now();
      if (change.undoneAt) return { ok: false, code: 'UNDO_CLOSED', reason: 'undone' };
      if (change.expiresAt <= now) return { ok: false, code: 'UNDO_CLOSED', reason: 'late' };
      const kind = change.kind as ReversibleChange;
      const undone = await laterChanges(trx, change);
      for (const each of undone) await restoreChange(trx, restores, each, now);
      await trx
        .updateTable('auth.reversibleChanges')
        .set({ undoneAt: now })
        .where(
          'id',
          'in',
          undone.map(({ id }) => id),
        )
        .execute();
      const newPasswordFor = change.userId && (await secureAccount(platform, trx, change.userId));
      return { ok: true, kind, newPasswordFor };
    });
  } catch (error) {
    // Another account has taken the address or the login since.
    if (violatedUnique(error) === null) throw error;
    return { ok: false, code: 'UNDO_CLOSED', reason: 'taken' };
  }
}

function findChange(trx: Executor, token: string): Promise<Change | undefined> {
  return trx
    .selectFrom('auth.reversibleChanges')
    .selectAll()
    .where('tokenHash', '=', hashOf(token))
    .forUpdate()
    .executeTakeFirst();
}

/** The change, and all later ones of its owner that are still open; latest first. */
function laterChanges(trx: Executor, change: Change): Promise<Change[]> {
  return trx
    .selectFrom('auth.reversibleChanges')
    .selectAll()
    .where('userId', 'is not distinct from', change.userId)
    .where('partnerId', 'is not distinct from', change.partnerId)
    .where('position', '>=', change.position)
    .where('undoneAt', 'is', null)
    .orderBy('position', 'desc')
    .execute();
}

/** @returns recipient of the link for a new password */
async function secureAccount(platform: Deps, trx: Executor, userId: string): Promise<string | null> {
  const { email } = await trx
    .updateTable('auth.users')
    .set({ passwordHash: null, newEmail: null, newEmailAccepted: false, currentEmailAccepted: false })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('auth.sessions').where('userId', '=', userId).execute();
  await trx.deleteFrom('auth.recoveryCodes').where('userId', '=', userId).execute();
  await voidPendingTokens(trx, userId);
  if (email)
    await platform.jobs.enqueue(trx, sendAuthMailJob, {
      kind: 'recovery',
      email,
      redirectTo: `${platform.config.publicUrl}/auth/nova-senha`,
      challenge: null,
    });
  await recordSecurityEvent(platform, trx, userId, 'change_undone', null);
  return email;
}
