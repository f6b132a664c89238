import { sql, type Transaction } from 'kysely';
import type { MergeRejection } from '@mare/domain/accounts/merging.ts';
import type { DB } from '@mare/database/schema.ts';
import { closeAccount, mergeProfiles } from '../../accounts/merge-accounts.ts';
import { lockPurchases } from '../../accounts/persons/lock-purchases.ts';
import { joinPersons } from '../../accounts/persons/join-persons.ts';
import { findPayoutFreeze } from '../../accounts/security/reversible-changes.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { endGiftsBetween } from '../../orders/gifts/end-gifts.ts';
import { renameEqualRequests } from '../../orders/identity/rename-equal-requests.ts';
import { recomputeSegment } from '../../personalization/recompute-segments.job.ts';
import { mergeEmailPreferences } from '../../mail/merge-preferences.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { reassignRecords } from './reassign-records.ts';

export type MergePeopleResult =
  | { ok: true }
  | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' }
  | { ok: false; code: 'MERGE_REJECTED'; reason: MergeRejection };

export interface Merge {
  /** The account that is kept. */
  id: string;
  /** The account that is closed. */
  formerId: string;
}

/** Extra check, in the same transaction with both accounts locked: why the accounts must not be merged. */
export type FindMergeRejection = (trx: Transaction<DB>) => Promise<MergeRejection | null>;

/** Merges the records of a feature above this one, in the same transaction. */
export type MergeStep = (trx: Transaction<DB>, id: string, formerId: string) => Promise<void>;

/** Merges two accounts: all records of the former are reassigned, and it can no longer sign in. Idempotent. */
export async function mergePeople(
  platform: Pick<Platform, 'db' | 'clock' | 'jobs'>,
  by: PanelUser,
  merge: Merge,
  mergeMore: MergeStep,
  findMoreRejection: FindMergeRejection = async () => null,
): Promise<MergePeopleResult> {
  const merged = await inTransaction(platform.db, (trx) =>
    mergeWithin(trx, platform, { by, merge, mergeMore, findMoreRejection }),
  );
  if (merged.ok) await recomputeSegment(platform, merge.id);
  return merged;
}

interface MergeSteps {
  by: PanelUser;
  merge: Merge;
  mergeMore: MergeStep;
  findMoreRejection: FindMergeRejection;
}

async function mergeWithin(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'jobs'>,
  { by, merge: { id, formerId }, mergeMore, findMoreRejection }: MergeSteps,
): Promise<MergePeopleResult> {
  // Without a reservation in progress; a later one of the former account is rejected.
  await lockPurchases(trx, [id, formerId]);
  const people = await trx
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'role', 'deletedAt', 'totalOrders', 'totalSpent', 'personId'])
    .where('id', 'in', [id, formerId])
    .orderBy('id')
    .forUpdate()
    .execute();
  const [stays, former] = [id, formerId].map((one) => people.find((person) => person.id === one));
  if (!stays || !former) return { ok: false, code: 'NOT_FOUND' };
  const before = await trx
    .selectFrom('mergedPeople')
    .select('intoId')
    .where('formerId', '=', formerId)
    .executeTakeFirst();
  if (before) return before.intoId === id ? { ok: true } : { ok: false, code: 'VERSION_CONFLICT' };
  const reason =
    (await findRejection(trx, { stays, former })) ??
    (await findMoreRejection(trx)) ??
    (await findRecentChange(trx, platform, formerId));
  if (reason) return { ok: false, code: 'MERGE_REJECTED', reason };

  const now = platform.clock.now();
  await mergeProfiles(trx, id, formerId, now);
  await joinPersons(trx, platform, stays.personId ?? id, former.personId ?? formerId);
  await mergeEmailPreferences(trx, id, formerId, now);
  await mergeMore(trx, id, formerId);
  await endGiftsBetween(trx, [id, formerId]);
  await renameEqualRequests(trx, id, formerId);
  await reassignRecords(trx, formerId, id);
  await closeAccount(trx, formerId, now);
  await trx.updateTable('mergedPeople').set({ intoId: id }).where('intoId', '=', formerId).execute();
  await trx
    .insertInto('mergedPeople')
    .values({ formerId, intoId: id, formerEmail: former.email, mergedAt: now, mergedBy: by.userId })
    .execute();
  await recordActivity(trx, platform, {
    ...by,
    action: 'merge-people',
    entityType: 'person',
    entityId: id,
    description: `Uniu duas contas em ${stays.name ?? 'uma pessoa'}.`,
    details: {
      before: { former: formerId, orders: stays.totalOrders, spent: stays.totalSpent },
      after: {
        orders: stays.totalOrders + former.totalOrders,
        spent: (Number(stays.totalSpent) + Number(former.totalSpent)).toFixed(2),
      },
    },
  });
  return { ok: true };
}

/**
 * Rejects a merge while a change of the account that ends can be undone. Otherwise a thief could move its orders
 * out of reach of the link mailed to its owner, and its payouts would no longer wait.
 */
async function findRecentChange(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  formerId: string,
): Promise<MergeRejection | null> {
  return (await findPayoutFreeze(trx, { userId: formerId }, clock.now())) ? 'recent_change' : null;
}

type Person = { id: string; role: string; deletedAt: Date | null };

async function findRejection(
  trx: Transaction<DB>,
  { stays, former }: { stays: Person; former: Person },
): Promise<MergeRejection | null> {
  if (stays.id === former.id) return 'same';
  if (former.role !== 'buyer') return 'staff';
  if (stays.deletedAt || former.deletedAt) return 'deleted';
  const { rows } = await sql<{ affiliates: number; pending: number }>`
    select (select count(*)::int from affiliates where user_id in (${stays.id}, ${former.id})) as affiliates,
      (select count(*)::int from orders where user_id = ${former.id} and status = 'pending') as pending`.execute(
    trx,
  );
  if (rows[0]!.affiliates > 1) return 'affiliates';
  return rows[0]!.pending > 0 ? 'pending_orders' : null;
}
