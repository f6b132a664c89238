import { sql } from 'kysely';
import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { carryOverSuppression } from '../../mail/carry-over-suppression.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Principal } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Executor } from '../auth.ts';
import { voidPendingTokens } from '../messages/one-time-tokens.ts';
import { recordReversibleChange } from '../security/reversible-changes.ts';
import { recordSecurityEvent } from './audit.ts';
import { isAdminRequested } from './change-role.ts';

export interface PersonContact {
  name: string | null;
  email: string | null;
  phone: string | null;
}

export interface ContactCorrection {
  userId: string;
  /** As the caller read it. */
  before: PersonContact;
  after: { name: string; email: string; /** Digits. */ phone: string | null };
  /** For the activity log. */
  reason: string;
}

export type CorrectContactResult =
  | { ok: true }
  | {
      ok: false;
      code: 'NOT_FOUND' | 'STAFF_ACCOUNT' | 'ADMIN_ROLE_REQUESTED' | 'VERSION_CONFLICT' | 'EMAIL_IN_USE';
    };

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;

/**
 * Staff correct a buyer's name, e-mail or phone. A new e-mail ends all sessions and has to be confirmed, which keeps the
 * account's data and second factor; the former and the new address get the link that undoes the change, and payouts to
 * the buyer are frozen as long as it can be undone. Staff change their own accounts, so that none takes over another.
 * Buyers for whom the admin role is requested change their own accounts, too.
 */
export async function correctContact(
  platform: Deps,
  by: Pick<Principal, 'userId'> & { ipAddress: string | null },
  { userId, before, after, reason }: ContactCorrection,
): Promise<CorrectContactResult> {
  const { name, phone } = after;
  // The contract has checked its form.
  const email = normalizeEmail(after.email) ?? after.email;
  return inTransaction<CorrectContactResult>(platform.db, async (trx) => {
    const now = await trx
      .selectFrom('profiles')
      .select(['name', 'email', 'phone', 'role'])
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!now) return { ok: false, code: 'NOT_FOUND' };
    if (now.role !== 'buyer') return { ok: false, code: 'STAFF_ACCOUNT' };
    if (await isAdminRequested(trx, userId)) return { ok: false, code: 'ADMIN_ROLE_REQUESTED' };
    if (now.name !== before.name || now.email !== before.email || now.phone !== before.phone)
      return { ok: false, code: 'VERSION_CONFLICT' };
    if (email !== before.email && (await isTaken(trx, userId, email)))
      return { ok: false, code: 'EMAIL_IN_USE' };
    await trx.updateTable('profiles').set({ name, phone, email }).where('id', '=', userId).execute();
    await trx
      .updateTable('auth.users')
      .set({ userMetadata: sql`user_metadata || jsonb_build_object('name', ${name}::text)` })
      .where('id', '=', userId)
      .execute();
    if (phone !== before.phone) {
      const to = [before.email, email];
      await recordChange(platform, trx, userId, 'phone_changed', { phone: before.phone }, to);
      // A new owner of the number can confirm it then.
      await trx.deleteFrom('confirmedPhones').where('userId', '=', userId).execute();
    }
    if (email !== before.email) await replaceEmail(platform, trx, userId, before.email, email);
    await recordActivity(trx, platform, {
      userId: by.userId,
      action: 'correct-contact',
      entityType: 'person',
      entityId: userId,
      description: `Corrigiu o contato de ${name}.`,
      details: { before, after: { name, email, phone }, reason },
      ipAddress: by.ipAddress,
    });
    return { ok: true };
  });
}

async function isTaken(trx: Executor, userId: string, email: string): Promise<boolean> {
  const other = await trx
    .selectFrom('auth.users')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', userId)
    .executeTakeFirst();
  return other !== undefined;
}

async function replaceEmail(
  platform: Deps,
  trx: Executor,
  userId: string,
  before: string | null,
  email: string,
): Promise<void> {
  const updatedAt = platform.clock.now();
  await carryOverSuppression(trx, userId, updatedAt);
  await voidPendingTokens(trx, userId);
  await trx
    .updateTable('auth.users')
    .set({
      email,
      emailConfirmedAt: null,
      emailCorrectedAt: sql<Date | null>`case
        when email_confirmed_at is not null or email is null then ${updatedAt}::timestamptz
        else email_corrected_at end`,
      newEmail: null,
      newEmailAccepted: false,
      currentEmailAccepted: false,
      updatedAt,
    })
    .where('id', '=', userId)
    .execute();
  await trx
    .updateTable('auth.identities')
    .set({
      email,
      identityData: sql`identity_data || jsonb_build_object('email', ${email}::text, 'email_verified', false)`,
      updatedAt,
    })
    .where('userId', '=', userId)
    .where('provider', '=', 'email')
    .execute();
  await trx.deleteFrom('auth.sessions').where('userId', '=', userId).execute();
  await recordChange(platform, trx, userId, 'email_changed', { email: before }, [before, email]);
}

async function recordChange(
  platform: Deps,
  trx: Executor,
  userId: string,
  kind: 'phone_changed' | 'email_changed',
  before: object,
  to: (string | null)[],
): Promise<void> {
  await recordSecurityEvent(platform, trx, userId, kind, null);
  await recordReversibleChange(platform, trx, { owner: { userId }, kind, before, to });
}
