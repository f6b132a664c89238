import { sql } from 'kysely';
import { emailOrStated } from '../accounts/express/stated-email.ts';
import type { z } from 'zod';
import type { AffiliateRow, affiliatesAdmin, Commission } from '@mare/contract/affiliates/affiliates.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { numberedPage, type PageRequest } from '@mare/database/numbered-page.ts';
import { payoutOfSale } from '@mare/domain/affiliates/payout.ts';
import { peopleMatching } from '../accounts/search/find-people.ts';
import { isDisputed } from './payouts/due-commissions.queries.ts';
import { toListPage, pageWindow, startsWith } from '../platform/database/list-page.ts';

export type AffiliatesInput = z.output<
  NonNullable<(typeof affiliatesAdmin.affiliates)['~orpc']['inputSchema']>
>;

export async function findAffiliateOf(db: Database, userId: string) {
  return db.selectFrom('affiliates').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Clicks by day in Maceió since a day (YYYY-MM-DD); days without clicks are missing. */
export async function countClicks(
  db: Database,
  affiliateCode: string,
  since: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('affiliateClicks')
    .select((eb) => [
      sql<string>`to_char(clicked_on, 'YYYY-MM-DD')`.as('day'),
      eb.fn.countAll<number>().as('clicks'),
    ])
    .where('affiliateCode', '=', affiliateCode)
    .where('clickedOn', '>=', sql<Date>`${since}::date`)
    .groupBy('clickedOn')
    .execute();
  return new Map(rows.map((row) => [row.day, row.clicks]));
}

/** Centavos pending, paid, and pending from sales since a moment, less refunds of these sales. */
export async function sumCommissions(db: Database, affiliateId: string, since: Date) {
  const recentSales = db
    .selectFrom('affiliateCommissions')
    .select('orderId')
    .where('affiliateId', '=', affiliateId)
    .where('kind', '=', 'sale')
    .where('confirmedAt', '>=', since);
  const sums = await db
    .selectFrom('affiliateCommissions')
    .select((eb) => [
      eb.fn.sum<string | null>('commissionAmount').filterWhere('status', '=', 'pending').as('pending'),
      eb.fn.sum<string | null>('commissionAmount').filterWhere('status', '=', 'paid').as('paid'),
      eb.fn
        .sum<string | null>('commissionAmount')
        .filterWhere((row) => row.and([row('status', '=', 'pending'), row('orderId', 'in', recentSales)]))
        .as('recent'),
    ])
    .where('affiliateId', '=', affiliateId)
    .executeTakeFirstOrThrow();
  return {
    pendingCentavos: centavosFromNumeric(sums.pending ?? '0'),
    confirmedCentavos: centavosFromNumeric(sums.paid ?? '0'),
    lastDaysCentavos: centavosFromNumeric(sums.recent ?? '0'),
  };
}

/** Newest first. */
export async function listCommissions(
  db: Database,
  affiliateId: string,
  page: PageRequest,
  payable: { now: Date; holdDays: number },
): Promise<{ commissions: Commission[]; pages: number }> {
  const { rows, pages } = await numberedPage(
    db
      .selectFrom('affiliateCommissions as commission')
      .innerJoin('orders', 'orders.id', 'commission.orderId')
      .select(['commission.id', 'kind', 'orderAmount', 'commissionAmount', 'confirmedAt', 'payoutId'])
      .select(['commission.status', isDisputed.as('isDisputed')])
      .select(returnedWith('commission').as('returnedAmount'))
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('affiliateCommissions as reversal')
              .whereRef('reversal.orderId', '=', 'commission.orderId')
              .where((row) =>
                row.or([
                  row('reversal.returnedAmount', '=', row.ref('commission.orderAmount')),
                  row('reversal.kind', '=', 'own_purchase'),
                ]),
              )
              .where((row) =>
                row.not(
                  row.exists(
                    row
                      .selectFrom('affiliateCommissions as restored')
                      .whereRef('restored.orderId', '=', 'reversal.orderId')
                      .where('restored.kind', '=', 'restored')
                      .whereRef('restored.restoredBefore', '=', 'reversal.restoredBefore'),
                  ),
                ),
              )
              // If it was reversed after its payout was approved, it was paid out: the next payout deducts it.
              .where((row) =>
                row.or([
                  row('commission.status', '=', 'pending'),
                  row('reversal.payoutId', '=', row.ref('commission.payoutId')),
                ]),
              ),
          )
          .as('isVoid'),
      )
      .where('commission.affiliateId', '=', affiliateId)
      .orderBy('commission.confirmedAt', 'desc')
      .orderBy('commission.id'),
    page,
  );
  return { commissions: rows.map((row) => toCommission(row, payable)), pages };
}

/** Reais that the buyer got back with this reversal. The row stores the order's refunded total at that time. */
export function returnedWith(commission: string) {
  const of = (column: string) => sql.ref(`${commission}.${column}`);
  return sql<string | null>`${of('returned_amount')} - coalesce((
    select max(before.returned_amount) from affiliate_commissions as before
    where before.order_id = ${of('order_id')} and before.returned_amount < ${of('returned_amount')}), 0)`;
}

interface CommissionRow {
  id: string;
  kind: string;
  orderAmount: string;
  commissionAmount: string;
  status: string;
  confirmedAt: Date;
  returnedAmount: string | null;
  isVoid: boolean | number;
  payoutId: string | null;
  isDisputed: boolean;
}

function toCommission(row: CommissionRow, { now, holdDays }: { now: Date; holdDays: number }): Commission {
  const reversed = row.kind === 'sale' && Boolean(row.isVoid);
  const waits = row.kind === 'sale' && row.payoutId === null && !reversed;
  return {
    id: row.id,
    kind: row.kind as Commission['kind'],
    orderCentavos: centavosFromNumeric(row.orderAmount),
    returnedCentavos: centavosFromNumeric(row.returnedAmount ?? '0'),
    amountCentavos: centavosFromNumeric(row.commissionAmount),
    status: row.status as Commission['status'],
    reversed,
    payableOn: waits && !row.isDisputed ? payoutOfSale(row.confirmedAt, now, holdDays).period : null,
    disputed: waits && row.isDisputed,
    confirmedAt: row.confirmedAt.toISOString(),
  };
}

/** Affiliates by words of their name, by e-mail, phone or CPF, or whose code starts with the text. */
function found(search: string) {
  return sql<string>`(
    select user_id from affiliates where user_id in ${peopleMatching(search)}
    union select user_id from affiliates where affiliate_code like ${startsWith(search.toUpperCase())})`;
}

export async function selectAffiliates(db: Database, { search, sort, status, page }: AffiliatesInput) {
  const { limit, offset } = pageWindow(page);
  const rows = await db
    .selectFrom('affiliates')
    // A key lookup per affiliate; a join would scan all profiles.
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('profiles')
          .select(['name', emailOrStated.as('email')])
          .whereRef('profiles.id', '=', 'affiliates.userId')
          .limit(1)
          .as('profiles'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      'affiliates.id',
      'profiles.name',
      'profiles.email',
      'affiliates.affiliateCode',
      'affiliates.status',
      'affiliates.createdAt',
      eb
        .selectFrom('affiliateClicks')
        .whereRef('affiliateClicks.affiliateCode', '=', 'affiliates.affiliateCode')
        .select((inner) => inner.fn.countAll<number>().as('clicks'))
        .as('clicks'),
      'affiliates.sales',
      amountOf('pending').as('pending'),
      amountOf('paid').as('paid'),
    ])
    .$if(status !== '', (query) => query.where('affiliates.status', '=', status))
    .$if(search.trim() !== '', (query) => query.where('affiliates.userId', 'in', found(search.trim())))
    .$if(sort === 'newest', (query) => query.orderBy('affiliates.createdAt', 'desc'))
    .$if(sort === 'sales', (query) => query.orderBy('affiliates.sales', 'desc'))
    .$if(sort === 'name', (query) =>
      query.orderBy(sql`lower(profiles.name)`, (order) => order.asc().nullsLast()),
    )
    .orderBy('affiliates.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return toListPage(rows.map(toAffiliateRow));
}

type ListedAffiliate = Omit<
  AffiliateRow,
  'status' | 'clicks' | 'pendingCentavos' | 'confirmedCentavos' | 'createdAt'
> & {
  status: string;
  clicks: number | null;
  pending: string;
  paid: string;
  createdAt: Date;
};

function toAffiliateRow({ pending, paid, ...row }: ListedAffiliate): AffiliateRow {
  return {
    ...row,
    status: row.status as AffiliateRow['status'],
    clicks: row.clicks ?? 0,
    pendingCentavos: centavosFromNumeric(pending),
    confirmedCentavos: centavosFromNumeric(paid),
    createdAt: row.createdAt.toISOString(),
  };
}

function amountOf(status: 'pending' | 'paid') {
  return sql<string>`(
    select coalesce(sum(commission_amount), 0) from affiliate_commissions
    where affiliate_commissions.affiliate_id = affiliates.id and affiliate_commissions.status = ${status})`;
}
