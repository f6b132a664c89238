import { sql, type Transaction } from 'kysely';
import type { MergeRefusal } from '@mare/contract/admin/people-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { keepSegment } from '../../personalization/keep-segments.job.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { moveBelongings } from './move-belongings.ts';

export type MergePeopleResult =
  | { ok: true }
  | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' }
  | { ok: false; code: 'MERGE_REFUSED'; reason: MergeRefusal };

interface Merge {
  /** Whose account stays. */
  id: string;
  /** Whose account ends. */
  formerId: string;
}

/**
 * Makes one person of two accounts: orders, points, tickets and all that refers to the former follow, and nobody can
 * sign in to it any more. Asked twice, it is done once.
 */
export async function mergePeople(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  merge: Merge,
): Promise<MergePeopleResult> {
  const merged = await platform.db.transaction().execute((trx) => mergeWithin(trx, platform, by, merge));
  if (merged.ok) await keepSegment(platform, merge.id);
  return merged;
}

async function mergeWithin(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock'>,
  by: PanelUser,
  { id, formerId }: Merge,
): Promise<MergePeopleResult> {
  const people = await trx
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'role', 'deletedAt', 'totalOrders', 'totalSpent'])
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
  const reason = await whyNot(trx, { stays, former });
  if (reason) return { ok: false, code: 'MERGE_REFUSED', reason };

  const now = platform.clock.now();
  await joinProfiles(trx, id, formerId, now);
  await joinLimitsAndPreferences(trx, id, formerId);
  await joinShares(trx, id, formerId);
  await joinReferrals(trx, id, formerId);
  await moveBelongings(trx, formerId, id);
  await closeAccount(trx, formerId, now);
  await trx.updateTable('mergedPeople').set({ intoId: id }).where('intoId', '=', formerId).execute();
  await trx
    .insertInto('mergedPeople')
    .values({ formerId, intoId: id, mergedAt: now, mergedBy: by.userId })
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

type Person = { id: string; role: string; deletedAt: Date | null };

async function whyNot(
  trx: Transaction<DB>,
  { stays, former }: { stays: Person; former: Person },
): Promise<MergeRefusal | null> {
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

/** What the one that stays does not know of itself, the other tells it. */
async function joinProfiles(trx: Transaction<DB>, id: string, formerId: string, now: Date): Promise<void> {
  const known = await trx
    .selectFrom('profiles')
    .select(['phone', 'cpf', 'birthDate', 'city', 'state', 'totalOrders', 'totalSpent', 'lastActivityAt'])
    .where('id', '=', formerId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('profiles')
    .set({
      name: null,
      email: null,
      phone: null,
      cpf: null,
      birthDate: null,
      city: null,
      state: null,
      totalOrders: 0,
      totalSpent: '0',
      deletedAt: now,
    })
    .where('id', '=', formerId)
    .execute();
  await sql`
    update profiles set
      phone = coalesce(phone, ${known.phone}), cpf = coalesce(cpf, ${known.cpf}),
      birth_date = coalesce(birth_date, ${known.birthDate}::date),
      state = case when city is null then ${known.state} else state end, city = coalesce(city, ${known.city}),
      total_orders = total_orders + ${known.totalOrders}::int,
      total_spent = total_spent + ${known.totalSpent}::numeric,
      last_activity_at = greatest(last_activity_at, ${known.lastActivityAt}::timestamptz)
    where id = ${id}`.execute(trx);
}

/** The stricter of two limits holds, and what either did not want is not sent. */
async function joinLimitsAndPreferences(trx: Transaction<DB>, id: string, formerId: string): Promise<void> {
  await sql`
    update own_limits as mine set
      monthly_limit = least(mine.monthly_limit, theirs.monthly_limit),
      next_monthly_limit = null, next_limit_from = null,
      paused_until = greatest(mine.paused_until, theirs.paused_until),
      excluded_until = greatest(mine.excluded_until, theirs.excluded_until)
    from own_limits as theirs where mine.user_id = ${id} and theirs.user_id = ${formerId}`.execute(trx);
  await sql`
    update email_preferences as mine set
      marketing_emails = mine.marketing_emails and theirs.marketing_emails,
      transactional_emails = mine.transactional_emails and theirs.transactional_emails,
      weekly_newsletter = mine.weekly_newsletter and theirs.weekly_newsletter,
      promotional_emails = mine.promotional_emails and theirs.promotional_emails
    from email_preferences as theirs where mine.user_id = ${id} and theirs.user_id = ${formerId}`.execute(
    trx,
  );
  for (const table of ['ownLimits', 'emailPreferences'] as const) {
    const mine = await trx.selectFrom(table).select('userId').where('userId', '=', id).executeTakeFirst();
    if (mine) await trx.deleteFrom(table).where('userId', '=', formerId).execute();
    else await trx.updateTable(table).set({ userId: id }).where('userId', '=', formerId).execute();
  }
}

/** Together they may hold more than one may buy: what was sold stays sold, and no more is. */
async function joinShares(trx: Transaction<DB>, id: string, formerId: string): Promise<void> {
  await sql`
    insert into rifa_shares (rifa_id, user_id, cotas, most)
    select rifa_id, ${id}::uuid, cotas, most from rifa_shares where user_id = ${formerId}
    on conflict (rifa_id, user_id) do update set cotas = rifa_shares.cotas + excluded.cotas,
      most = greatest(rifa_shares.most, rifa_shares.cotas + excluded.cotas)`.execute(trx);
  await trx.deleteFrom('rifaShares').where('userId', '=', formerId).execute();
}

/** Nobody brings themselves, and a person is brought once. */
async function joinReferrals(trx: Transaction<DB>, id: string, formerId: string): Promise<void> {
  const pair = [id, formerId];
  await trx.deleteFrom('referrals').where('referrerId', 'in', pair).where('referredId', 'in', pair).execute();
  await trx.updateTable('referrals').set({ referrerId: id }).where('referrerId', '=', formerId).execute();
  const brought = await trx
    .selectFrom('referrals')
    .select('id')
    .where('referredId', '=', id)
    .executeTakeFirst();
  if (brought) await trx.deleteFrom('referrals').where('referredId', '=', formerId).execute();
  else
    await trx.updateTable('referrals').set({ referredId: id }).where('referredId', '=', formerId).execute();
}

async function closeAccount(trx: Transaction<DB>, formerId: string, now: Date): Promise<void> {
  for (const table of ['auth.sessions', 'auth.identities', 'auth.mfaFactors', 'auth.oneTimeTokens'] as const)
    await trx.deleteFrom(table).where('userId', '=', formerId).execute();
  await trx
    .updateTable('auth.users')
    .set({
      email: null,
      phone: null,
      newEmail: null,
      passwordHash: null,
      bannedUntil: new Date('9999-01-01T00:00:00Z'),
      updatedAt: now,
    })
    .where('id', '=', formerId)
    .execute();
}
