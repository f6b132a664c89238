import { sql } from 'kysely';
import type { AffiliateRow, Commission } from '@mare/contract/affiliates.ts';
import type { Database } from '@mare/database/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';

export async function findAffiliateOf(db: Database, userId: string) {
  return db.selectFrom('affiliates').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Clicks by day in Maceió from a day on (YYYY-MM-DD), days without any left out. */
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

/** Centavos pending, paid, and pending of sales since a moment. */
export async function sumCommissions(db: Database, affiliateId: string, since: Date) {
  const sums = await db
    .selectFrom('affiliateCommissions')
    .select((eb) => [
      eb.fn.sum<string | null>('commissionAmount').filterWhere('status', '=', 'pending').as('pending'),
      eb.fn.sum<string | null>('commissionAmount').filterWhere('status', '=', 'paid').as('paid'),
      eb.fn
        .sum<string | null>('commissionAmount')
        .filterWhere((row) => row.and([row('status', '=', 'pending'), row('confirmedAt', '>=', since)]))
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

/** @param page 1-based */
export async function listCommissions(
  db: Database,
  affiliateId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ commissions: Commission[]; pages: number }> {
  const { total } = await db
    .selectFrom('affiliateCommissions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('affiliateId', '=', affiliateId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('affiliateCommissions as commission')
    .leftJoin('affiliateCommissions as reversal', (join) =>
      join.onRef('reversal.orderId', '=', 'commission.orderId').on('reversal.kind', '=', 'reversal'),
    )
    .select([
      'commission.id',
      'commission.kind',
      'commission.orderAmount',
      'commission.commissionAmount',
      'commission.status',
      'commission.confirmedAt',
      'reversal.id as reversalId',
    ])
    .where('commission.affiliateId', '=', affiliateId)
    .orderBy('commission.confirmedAt', 'desc')
    .orderBy('commission.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { commissions: rows.map(toCommission), pages: Math.ceil(total / pageSize) };
}

interface CommissionRow {
  id: string;
  kind: string;
  orderAmount: string;
  commissionAmount: string;
  status: string;
  confirmedAt: Date;
  reversalId: string | null;
}

function toCommission(row: CommissionRow): Commission {
  return {
    id: row.id,
    kind: row.kind as Commission['kind'],
    orderCentavos: centavosFromNumeric(row.orderAmount),
    amountCentavos: centavosFromNumeric(row.commissionAmount),
    status: row.status as Commission['status'],
    reversed: row.kind === 'sale' && row.reversalId !== null,
    confirmedAt: row.confirmedAt.toISOString(),
  };
}

/** @param search part of a name, an e-mail or a code */
export async function listAffiliates(
  db: Database,
  { search, page, pageSize }: { search: string; page: number; pageSize: number },
): Promise<{ affiliates: AffiliateRow[]; total: number; pages: number }> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const found = db
    .selectFrom('affiliates')
    .innerJoin('profiles', 'profiles.id', 'affiliates.userId')
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('profiles.name', 'ilike', pattern),
          eb('profiles.email', 'ilike', pattern),
          eb('affiliates.affiliateCode', 'ilike', pattern),
        ]),
      ),
    );
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
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
      eb
        .selectFrom('affiliateCommissions')
        .whereRef('affiliateCommissions.affiliateId', '=', 'affiliates.id')
        .where('kind', '=', 'sale')
        .select((inner) => inner.fn.countAll<number>().as('sales'))
        .as('sales'),
      amountOf('pending').as('pending'),
      amountOf('paid').as('paid'),
    ])
    .orderBy('affiliates.createdAt', 'desc')
    .orderBy('affiliates.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    total,
    pages: Math.ceil(total / pageSize),
    affiliates: rows.map(({ pending, paid, clicks, sales, createdAt, status, ...row }) => ({
      ...row,
      status: status as AffiliateRow['status'],
      clicks: clicks ?? 0,
      sales: sales ?? 0,
      pendingCentavos: centavosFromNumeric(pending),
      confirmedCentavos: centavosFromNumeric(paid),
      createdAt: createdAt.toISOString(),
    })),
  };
}

function amountOf(status: 'pending' | 'paid') {
  return sql<string>`(
    select coalesce(sum(commission_amount), 0) from affiliate_commissions
    where affiliate_commissions.affiliate_id = affiliates.id and affiliate_commissions.status = ${status})`;
}
