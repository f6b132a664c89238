import type { AffiliateStatement, CommissionKind } from '@mare/contract/affiliates/affiliates.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { closingCentavos, monthRange, monthsBetween } from '@mare/domain/affiliates/statement.ts';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { findAffiliateOf, returnedWith } from '../affiliates.queries.ts';
import { rifasOfEntries } from './rifas-of-entries.ts';

/** Maximum entries listed, more than a month of most affiliates. The sums cover all entries. */
const MAX_ENTRIES = 5_000;

interface Sums {
  earned: string;
  reversed: string;
  before: string;
  paidBefore: string;
  paid: string;
}

interface EntryRow {
  id: string;
  kind: CommissionKind;
  rifas: string;
  orderAmount: string;
  returnedAmount: string | null;
  amount: string;
  confirmedAt: Date;
}

/**
 * Commissions and payouts of a month in Maceió, oldest first. The closing balance is the opening balance of the next
 * month.
 * @param month 'YYYY-MM'
 * @returns null if the user is no affiliate
 */
export async function readStatement(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  month: string,
): Promise<AffiliateStatement | null> {
  const affiliate = await findAffiliateOf(db, userId);
  if (!affiliate) return null;
  const { id } = affiliate;
  const { from, to } = monthRange(month);
  const [sums, entries, payouts] = await Promise.all([
    sql<Sums>`
      select coalesce(sum(commission_amount) filter (where confirmed_at < ${from}), 0)::text as before,
        coalesce(sum(commission_amount) filter (where confirmed_at >= ${from} and commission_amount >= 0), 0)::text as earned,
        coalesce(sum(commission_amount) filter (where confirmed_at >= ${from} and commission_amount < 0), 0)::text as reversed,
        (select coalesce(sum(amount) filter (where paid_at < ${from}), 0)::text from payouts
          where affiliate_id = ${id} and status = 'paid') as "paidBefore",
        (select coalesce(sum(amount) filter (where paid_at >= ${from} and paid_at < ${to}), 0)::text from payouts
          where affiliate_id = ${id} and status = 'paid') as paid
      from affiliate_commissions where affiliate_id = ${id} and confirmed_at < ${to}`.execute(db),
    sql<EntryRow>`
      with entry as (
        select id, kind, order_id, order_amount, returned_amount as up_to, ${returnedWith('affiliate_commissions')} as returned,
          commission_amount, confirmed_at
        from affiliate_commissions
        where affiliate_id = ${id} and confirmed_at >= ${from} and confirmed_at < ${to}
        order by confirmed_at, id limit ${MAX_ENTRIES}
      ), ${rifasOfEntries}
      select entry.id, entry.kind, order_amount as "orderAmount", returned as "returnedAmount", commission_amount as amount,
        confirmed_at as "confirmedAt",
        coalesce(named.rifas, (select title from orders join rifas on rifas.id = orders.rifa_id where orders.id = order_id)) as rifas
      from entry left join named using (id)
      order by confirmed_at, id`.execute(db),
    db
      .selectFrom('payouts')
      .select(['amount', 'paidAt', 'paymentReference as reference'])
      .where('affiliateId', '=', id)
      .where('status', '=', 'paid')
      .where('paidAt', '>=', from)
      .where('paidAt', '<', to)
      .orderBy('paidAt')
      .execute(),
  ]);
  const { before, earned, reversed, paidBefore, paid } = sums.rows[0]!;
  const totals = {
    openingCentavos: centavosFromNumeric(before) - centavosFromNumeric(paidBefore),
    earnedCentavos: centavosFromNumeric(earned),
    reversedCentavos: centavosFromNumeric(reversed),
    paidOutCentavos: centavosFromNumeric(paid),
  };
  return {
    month,
    months: monthsBetween(affiliate.createdAt, clock.now()),
    ...totals,
    closingCentavos: closingCentavos(totals),
    entries: entries.rows.map(({ orderAmount, returnedAmount, amount, confirmedAt, ...entry }) => ({
      ...entry,
      orderCentavos: centavosFromNumeric(orderAmount),
      returnedCentavos: centavosFromNumeric(returnedAmount ?? '0'),
      amountCentavos: centavosFromNumeric(amount),
      confirmedAt: confirmedAt.toISOString(),
    })),
    payouts: payouts.map(({ amount, paidAt, reference }) => ({
      amountCentavos: centavosFromNumeric(amount),
      paidAt: paidAt!.toISOString(),
      reference,
    })),
  };
}
