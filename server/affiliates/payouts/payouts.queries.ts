import { sql } from 'kysely';
import { emailOrStated } from '../../accounts/express/stated-email.ts';
import type { BeneficiaryKind, Payout, PayoutRisk, PayoutStatus } from '@mare/contract/affiliates/payouts.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { numberedPage, type PageRequest } from '@mare/database/numbered-page.ts';
import { hasFormerKey } from './former-key.ts';
import { findPayoutRisks } from './payout-risks.queries.ts';

/** Same result as `findPayoutFreeze`, for payouts not yet paid. */
const frozenUntil = (now: Date) => sql<Date | null>`(
  select max(change.expires_at) from auth.reversible_changes change
  where (change.user_id = affiliates.user_id or change.partner_id = payouts.partner_id)
    and change.undone_at is null and change.expires_at > ${now}
    and payouts.status in ('collected', 'approved'))`;

/** Payouts of affiliates or partners, optionally by status; newest month first. */
function selectPayouts(db: Database, kind: BeneficiaryKind, now: Date, status?: PayoutStatus) {
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
      'payouts.exportedAt',
      'payouts.paidAt',
      'payouts.paymentReference',
      sql<string>`to_char(payouts.period, 'YYYY-MM-DD')`.as('period'),
      eb.fn.coalesce('profiles.name', 'partners.companyName', sql<string>`''`).as('name'),
      eb.fn.coalesce(emailOrStated, 'partners.email', sql<string>`''`).as('email'),
      eb.fn.coalesce('payouts.pixKey', 'affiliates.pixKey', 'partners.pixKey').as('pixKey'),
      eb.fn.coalesce('payouts.pixKeyType', 'affiliates.pixKeyType', 'partners.pixKeyType').as('pixKeyType'),
      hasFormerKey.as('hasFormerKey'),
      frozenUntil(now).as('frozenUntil'),
    ])
    .orderBy('payouts.period', 'desc')
    .orderBy('payouts.id');
}

type PayoutRow = Awaited<ReturnType<ReturnType<typeof selectPayouts>['execute']>>[number];

function toPayout(kind: BeneficiaryKind, row: PayoutRow, risk: PayoutRisk | null) {
  const { amount, status, exportedAt, paidAt, frozenUntil: until, ...others } = row;
  return {
    ...others,
    kind,
    status: status as PayoutStatus,
    amountCentavos: centavosFromNumeric(amount),
    exportedAt: exportedAt?.toISOString() ?? null,
    paidAt: paidAt?.toISOString() ?? null,
    frozenUntil: until?.toISOString() ?? null,
    risk,
  };
}

/** Newest month first. */
export async function listPayouts(
  db: Database,
  now: Date,
  { kind, status, ...page }: PageRequest & { kind: BeneficiaryKind; status?: PayoutStatus },
): Promise<{ payouts: Payout[]; total: number; pages: number }> {
  const { rows, ...counts } = await numberedPage(selectPayouts(db, kind, now, status), page);
  const ids = rows.map(({ id }) => id);
  const risks = kind === 'affiliate' ? await findPayoutRisks(db, ids) : new Map<string, PayoutRisk>();
  return { payouts: rows.map((row) => toPayout(kind, row, risks.get(row.id) ?? null)), ...counts };
}

export type PayoutToSend = Payout & { pixKeyType: string | null };

/** Approved payouts to be sent, newest month first, without payouts frozen by a recent change of account or Pix key. */
export async function findApprovedPayouts(
  db: Database,
  kind: BeneficiaryKind,
  now: Date,
): Promise<PayoutToSend[]> {
  const rows = await selectPayouts(db, kind, now, 'approved').where(frozenUntil(now), 'is', null).execute();
  return rows.map((row) => toPayout(kind, row, null));
}
