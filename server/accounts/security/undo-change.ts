import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { AuthReversibleChanges } from '@mare/database/schema.ts';
import type { ReversibleChange } from '@mare/domain/accounts/security-events.ts';
import { inTransaction, violatedUnique } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Executor } from '../auth.ts';
import { lockUser } from '../accounts.queries.ts';
import { hashOf } from '../flows/flow-states.ts';
import { voidPendingTokens } from '../messages/one-time-tokens.ts';
import { saveProviders } from '../providers/identities.ts';
import { recordSecurityEvent } from '../safety/audit.ts';

type Change = Selectable<AuthReversibleChanges>;
type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

/** Restores what a feature above this one changed, in the transaction of the undo. */
export type Restore = (trx: Executor, before: unknown) => Promise<void>;
/** Restores of the changes that belong to other features. */
export type Restores = Record<'affiliate_pix_key' | 'partner_pix_key', Restore>;

export type UndoChangeResult =
  | { ok: true; kind: ReversibleChange; needsPassword: boolean }
  | { ok: false; code: 'NOT_FOUND' }
  | { ok: false; code: 'UNDO_CLOSED'; reason: 'undone' | 'late' | 'taken' };

/**
 * Undoes a change and all later ones of the account: a person who took it over may have added other ways in. That person
 * had proved to be the owner, so all sessions end and the account has no password until the owner chooses one.
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
      for (const each of undone) await restore(trx, restores, each, now);
      await trx
        .updateTable('auth.reversibleChanges')
        .set({ undoneAt: now })
        .where(
          'id',
          'in',
          undone.map(({ id }) => id),
        )
        .execute();
      if (change.userId) await secureAccount(platform, trx, change.userId);
      return { ok: true, kind, needsPassword: change.userId !== null };
    });
  } catch (error) {
    // Another account has the address or the login now.
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

const emailBefore = z.object({ email: z.string().nullable() });
const identityBefore = z.object({
  identity: z.record(z.string(), z.unknown()),
  email: z.string().nullable(),
});
const rowId = z.object({ id: z.uuid() });

async function restore(trx: Executor, restores: Restores, change: Change, now: Date): Promise<void> {
  const { kind, before, userId } = change;
  switch (kind as ReversibleChange) {
    case 'affiliate_pix_key':
      return restores.affiliate_pix_key(trx, before);
    case 'partner_pix_key':
      return restores.partner_pix_key(trx, before);
    case 'email_changed':
      return restoreEmail(trx, userId!, emailBefore.parse(before).email, now);
    case 'factor_verified':
      await trx
        .deleteFrom('auth.mfaFactors')
        .where('id', '=', rowId.parse(before).id)
        .where('userId', '=', userId)
        .execute();
      return;
    case 'factor_removed': {
      const { secret, ...factor } = removedFactor.parse(before);
      await trx
        .insertInto('auth.mfaFactors')
        .values({
          ...factor,
          userId: userId!,
          secret: secret === null ? null : Buffer.from(secret, 'base64'),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return;
    }
    case 'passkey_added':
      await trx
        .deleteFrom('auth.passkeys')
        .where('id', '=', rowId.parse(before).id)
        .where('userId', '=', userId)
        .execute();
      return;
    case 'passkey_removed': {
      const { credentialId, publicKey, ...passkey } = removedPasskey.parse(before);
      await trx
        .insertInto('auth.passkeys')
        .values({
          ...passkey,
          userId: userId!,
          credentialId: Buffer.from(credentialId, 'base64'),
          publicKey: Buffer.from(publicKey, 'base64'),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return;
    }
    case 'identity_linked':
      await trx
        .deleteFrom('auth.identities')
        .where('id', '=', rowId.parse(before).id)
        .where('userId', '=', userId)
        .execute();
      await saveProviders(trx, userId!);
      return;
    case 'identity_unlinked': {
      const { identity, email } = identityBefore.parse(before);
      await trx
        .insertInto('auth.identities')
        .values({
          ...removedIdentity.parse(identity),
          userId: userId!,
          identityData: JSON.stringify(identity.identityData),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      await saveProviders(trx, userId!);
      await restoreEmail(trx, userId!, email, now);
    }
  }
}

const removedFactor = z.object({
  id: z.uuid(),
  factorType: z.string(),
  status: z.string(),
  friendlyName: z.string().nullable(),
  phone: z.string().nullable(),
  /** Sealed, in base64. */
  secret: z.string().nullable(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
});

const removedPasskey = z.object({
  id: z.uuid(),
  /** In base64. */
  credentialId: z.string(),
  /** In base64. */
  publicKey: z.string(),
  signCount: z.number(),
  transports: z.array(z.string()),
  name: z.string(),
  lastUsedAt: z.coerce.date().nullable(),
  createdAt: z.coerce.date(),
});

const removedIdentity = z.object({
  id: z.uuid(),
  provider: z.string(),
  providerId: z.string(),
  email: z.string().nullable(),
  lastSignInAt: z.coerce.date().nullable(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
});

async function restoreEmail(trx: Executor, userId: string, email: string | null, now: Date): Promise<void> {
  await trx.updateTable('auth.users').set({ email, updatedAt: now }).where('id', '=', userId).execute();
  await trx
    .updateTable('auth.identities')
    .set({ email, updatedAt: now })
    .where('userId', '=', userId)
    .where('provider', '=', 'email')
    .execute();
  await trx.updateTable('profiles').set({ email }).where('id', '=', userId).execute();
}

async function secureAccount(platform: Deps, trx: Executor, userId: string): Promise<void> {
  await trx
    .updateTable('auth.users')
    .set({ passwordHash: null, newEmail: null, newEmailAccepted: false, currentEmailAccepted: false })
    .where('id', '=', userId)
    .execute();
  await trx.deleteFrom('auth.sessions').where('userId', '=', userId).execute();
  await trx.deleteFrom('auth.recoveryCodes').where('userId', '=', userId).execute();
  await voidPendingTokens(trx, userId);
  await recordSecurityEvent(platform, trx, userId, 'change_undone', null);
}
