/** Paid orders of express accounts that state the confirmed e-mail address of another account. */
import { type Kysely, sql } from 'kysely';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import type { DB } from '@mare/database/schema.ts';
import { mergeStatedAccount, type OwnMergeDeps, type StatedMerge } from './merge-own-account.ts';
import type { Merge, MergePeopleResult, MergeStep } from './merge-people.ts';

export interface PurchasesElsewhere {
  /** Id of the express account. */
  id: string;
  /** Short name that the buyer stated; null for none. */
  name: string | null;
  /** Last four digits. */
  phoneEnd: string;
  cotas: number;
  lastPaidAt: Date;
}

/**
 * Accounts that a code to the e-mail address would open: with paid orders and no confirmed phone. A buyer with a
 * confirmed phone may have mistyped the address.
 */
export async function findPurchasesElsewhere(db: Kysely<DB>, userId: string): Promise<PurchasesElsewhere[]> {
  const rows = await selectUnconfirmed(db, userId)
    .innerJoin('orders', 'orders.userId', 'express.userId')
    .where('orders.status', '=', 'paid')
    .select(['express.userId as id', 'former.name', 'express.phone'])
    .select(sql<number>`sum(orders.quantity)::integer`.as('cotas'))
    .select(sql<Date>`max(orders.paid_at)`.as('lastPaidAt'))
    .groupBy(['express.userId', 'former.name', 'express.phone'])
    .orderBy('lastPaidAt', 'desc')
    .execute();
  return rows.map(({ name, phone, ...found }) => ({
    ...found,
    name: name === null ? null : shortName(name, name),
    phoneEnd: phone.slice(-4),
  }));
}

/**
 * Merges such an account into the caller's, whose confirmed address is the proof. Idempotent.
 * @returns `NOT_FOUND` for any other account, without touching it
 */
export async function bringPurchases(
  platform: OwnMergeDeps,
  request: StatedMerge,
  mergeMore: MergeStep,
): Promise<MergePeopleResult> {
  const merge = { id: request.owner.userId, formerId: request.expressId };
  if (!(await isOffered(platform.db, merge)))
    return (await isMerged(platform.db, merge)) ? { ok: true } : { ok: false, code: 'NOT_FOUND' };
  return mergeStatedAccount(platform, request, mergeMore, async (trx) =>
    (await isOffered(trx, merge)) ? null : 'not_express',
  );
}

async function isOffered(db: Kysely<DB>, { id, formerId }: Merge): Promise<boolean> {
  const offered = selectUnconfirmed(db, id).select('former.id').where('former.id', '=', formerId);
  return (await offered.executeTakeFirst()) !== undefined;
}

async function isMerged(db: Kysely<DB>, { id, formerId }: Merge): Promise<boolean> {
  const merged = db
    .selectFrom('mergedPeople')
    .select('formerId')
    .where('formerId', '=', formerId)
    .where('intoId', '=', id);
  return (await merged.executeTakeFirst()) !== undefined;
}

function selectUnconfirmed(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('auth.users as owner')
    .innerJoin('expressAccounts as express', 'express.email', 'owner.email')
    .innerJoin('auth.users as stated', 'stated.id', 'express.userId')
    .innerJoin('profiles as former', 'former.id', 'express.userId')
    .where('owner.id', '=', userId)
    .where('owner.emailConfirmedAt', 'is not', null)
    .where('express.confirmedAt', 'is', null)
    .where('stated.email', 'is', null)
    .where('former.deletedAt', 'is', null)
    .where('former.totalOrders', '>', 0);
}
