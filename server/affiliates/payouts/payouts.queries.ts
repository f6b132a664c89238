import { sql } from 'kysely';
import type { BeneficiaryKind, Payout, PayoutStatus } from '@mare/contract/payouts.ts';
import type { Database } from '@mare/database/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';

/** Payouts of one kind, of every status or one of them. */
function payoutsOf(db: Database, kind: BeneficiaryKind, status: PayoutStatus | undefined) {
  return db
    .selectFrom('payouts')
    .where(kind === 'affiliate' ? 'payouts.affiliateId' : 'payouts.partnerId', 'is not', null)
    .$if(status !== undefined, (query) => query.where('payouts.status', '=', status!));
}

export async function countPayouts(
  db: Database,
  kind: BeneficiaryKind,
  status?: PayoutStatus,
): Promise<number> {
  const { total } = await payoutsOf(db, kind, status)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Newest month first. */
export async function listPayouts(
  db: Database,
  {
    kind,
    status,
    limit,
    offset,
  }: { kind: BeneficiaryKind; status?: PayoutStatus; limit: number; offset: number },
): Promise<(Payout & { pixKeyType: string | null })[]> {
  const rows = await payoutsOf(db, kind, status)
    .leftJoin('affiliates', 'affiliates.id', 'payouts.affiliateId')
    .leftJoin('profiles', 'profiles.id', 'affiliates.userId')
    .leftJoin('partners', 'partners.id', 'payouts.partnerId')
    .select((eb) => [
      'payouts.id',
      'payouts.amount',
      'payouts.status',
      'payouts.paidAt',
      'payouts.paymentReference',
      sql<string>`to_char(payouts.period, 'YYYY-MM-DD')`.as('period'),
      eb.fn.coalesce('profiles.name', 'partners.companyName', sql<string>`''`).as('name'),
      eb.fn.coalesce('profiles.email', 'partners.email', sql<string>`''`).as('email'),
      eb.fn.coalesce('payouts.pixKey', 'affiliates.pixKey', 'partners.pixKey').as('pixKey'),
      eb.fn.coalesce('payouts.pixKeyType', 'affiliates.pixKeyType', 'partners.pixKeyType').as('pixKeyType'),
    ])
    .orderBy('payouts.period', 'desc')
    .orderBy('payouts.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ amount, status: stored, paidAt, ...row }) => ({
    ...row,
    kind,
    status: stored as PayoutStatus,
    amountCentavos: centavosFromNumeric(amount),
    paidAt: paidAt?.toISOString() ?? null,
  }));
}
