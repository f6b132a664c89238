import { sql } from 'kysely';
import type { PartnerStatement } from '@mare/contract/partners/partners.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { closingCentavos, monthRange, monthsBetween } from '@mare/domain/affiliates/statement.ts';
import type { Platform } from '../../platform/platform.ts';

interface Sums {
  /** Earned by vouchers used before and in the month. */
  before: string;
  used: string;
  paidBefore: string;
}

/**
 * Used vouchers and payouts of a month in Maceió, oldest first. The closing balance is the opening balance of the
 * next month.
 * @param month 'YYYY-MM'
 */
export async function readPartnerStatement(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  partnerId: string,
  month: string,
): Promise<PartnerStatement> {
  const { from, to } = monthRange(month);
  const [partner, sums, vouchers, payouts] = await Promise.all([
    db
      .selectFrom('partners')
      .select(['companyName', 'createdAt'])
      .where('id', '=', partnerId)
      .executeTakeFirstOrThrow(),
    sql<Sums>`
      select coalesce(sum(commission_amount) filter (where validated_at < ${from}), 0)::text as before,
        coalesce(sum(commission_amount) filter (where validated_at >= ${from}), 0)::text as used,
        (select coalesce(sum(amount), 0)::text from payouts
          where partner_id = ${partnerId} and status = 'paid' and paid_at < ${from}) as "paidBefore"
      from service_vouchers
      where partner_id = ${partnerId} and status = 'validated' and validated_at < ${to}`.execute(db),
    db
      .selectFrom('serviceVouchers')
      .select(['id', 'voucherCode', 'prizeName', 'validatedAt', 'commissionAmount'])
      .where('partnerId', '=', partnerId)
      .where('status', '=', 'validated')
      .where('validatedAt', '>=', from)
      .where('validatedAt', '<', to)
      .orderBy('validatedAt')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('payouts')
      .select(['amount', 'paidAt', 'paymentReference'])
      .where('partnerId', '=', partnerId)
      .where('status', '=', 'paid')
      .where('paidAt', '>=', from)
      .where('paidAt', '<', to)
      .orderBy('paidAt')
      .execute(),
  ]);
  const { before, used, paidBefore } = sums.rows[0]!;
  const paid = payouts.map(({ amount, paidAt, paymentReference }) => ({
    amountCentavos: centavosFromNumeric(amount),
    paidAt: paidAt!.toISOString(),
    reference: paymentReference,
  }));
  const totals = {
    openingCentavos: centavosFromNumeric(before) - centavosFromNumeric(paidBefore),
    earnedCentavos: centavosFromNumeric(used),
    paidOutCentavos: paid.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
  };
  return {
    companyName: partner.companyName,
    month,
    months: monthsBetween(partner.createdAt, clock.now()),
    ...totals,
    closingCentavos: closingCentavos({ ...totals, reversedCentavos: 0 }),
    vouchers: vouchers.map(({ validatedAt, commissionAmount, ...voucher }) => ({
      ...voucher,
      amountCentavos: centavosFromNumeric(commissionAmount),
      validatedAt: validatedAt!.toISOString(),
    })),
    payouts: paid,
  };
}
