import { sql } from 'kysely';
import type { BeneficiaryKind, Payout, PayoutStatus } from '@mare/contract/affiliates/payouts.ts';
import type { Database } from '@mare/database/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { numberedPage, type PageRequest } from '@mare/database/numbered-page.ts';

/** Of affiliates or partners, optionally by status; newest month first. */
function selectPayouts(db: Database, kind: BeneficiaryKind, status?: PayoutStatus) {
  return db
    .selectFrom('payouts')
    .where(kind === 'affiliate' ? 'payouts.affiliateId' : 'payouts.partnerId', 'is not', null)
    .$if(status !== undefined, (query) => query.where('payouts.status', '=', status!))
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
    .orderBy('payouts.id');
}

type PayoutRow = Awaited<ReturnType<ReturnType<typeof selectPayouts>['execute']>>[number];

function toPayout(kind: BeneficiaryKind, { amount, status, paidAt, ...row }: PayoutRow) {
  return {
    ...row,
    kind,
    status: status as PayoutStatus,
    amountCentavos: centavosFromNumeric(amount),
    paidAt: paidAt?.toISOString() ?? null,
  };
}

/** Newest month first. */
export async function listPayouts(
  db: Database,
  { kind, status, ...wanted }: PageRequest & { kind: BeneficiaryKind; status?: PayoutStatus },
): Promise<{ payouts: Payout[]; total: number; pages: number }> {
  const { rows, ...counts } = await numberedPage(selectPayouts(db, kind, status), wanted);
  return { payouts: rows.map((row) => toPayout(kind, row)), ...counts };
}

/** Approved payouts to be sent, newest month first; without those that wait after a change of account or key. */
export async function findApprovedPayouts(
  db: Database,
  kind: BeneficiaryKind,
  limit: number,
  now: Date,
): Promise<(Payout & { pixKeyType: string | null })[]> {
  const rows = await selectPayouts(db, kind, 'approved')
    .where((wait) =>
      wait.not(
        wait.exists(
          wait
            .selectFrom('auth.reversibleChanges as change')
            .select('change.id')
            .where((eb) =>
              eb.or([
                eb('change.userId', '=', eb.ref('affiliates.userId')),
                eb('change.partnerId', '=', eb.ref('payouts.partnerId')),
              ]),
            )
            .where('change.undoneAt', 'is', null)
            .where('change.expiresAt', '>', now),
        ),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map((row) => toPayout(kind, row));
}
