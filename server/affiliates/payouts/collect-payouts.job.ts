/**
 * On the 15th creates a payout per affiliate and partner for admin approval. Runs daily to make up for a missed 15th;
 * each month is collected once.
 */
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import { latestPayout, MINIMUM_PAYOUT_CENTAVOS, type PayoutPeriod } from '@mare/domain/affiliates/payout.ts';
import { readHoldDays } from './read-hold-days.ts';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'config'>;

export const collectPayoutsJob = defineJob(
  'collect-payouts',
  // 09:00 in Maceió.
  { cron: '0 12 * * *' },
  async (platform: Deps) => void (await collectPayouts(platform)),
);

/** @returns payouts created */
export async function collectPayouts(platform: Deps): Promise<number> {
  const period = latestPayout(platform.clock.now(), await readHoldDays(platform));
  const affiliates = await platform.db
    .selectFrom('affiliateCommissions')
    .select('affiliateId')
    .distinct()
    .where('payoutId', 'is', null)
    .where('kind', '=', 'sale')
    .where('confirmedAt', '<', period.endsBefore)
    .execute();
  const partners = await platform.db
    .selectFrom('serviceVouchers')
    .select('partnerId')
    .distinct()
    .where('status', '=', 'validated')
    .where('payoutId', 'is', null)
    .where('validatedAt', '<', period.startsAt)
    .execute();
  let made = 0;
  for (const { affiliateId } of affiliates) made += await collectForAffiliate(platform, affiliateId, period);
  for (const { partnerId } of partners) made += await collectForPartner(platform, partnerId, period);
  return made;
}

async function collectForAffiliate(
  platform: Deps,
  affiliateId: string,
  { period, endsBefore }: PayoutPeriod,
): Promise<number> {
  return platform.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('affiliateCommissions')
      .innerJoin('orders', 'orders.id', 'affiliateCommissions.orderId')
      .select(['affiliateCommissions.id', 'commissionAmount'])
      .where('affiliateCommissions.affiliateId', '=', affiliateId)
      .where('payoutId', 'is', null)
      // A reversal counts with its sale, or at once if the sale was paid out.
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('affiliateCommissions as sale')
            .select('sale.id')
            .whereRef('sale.orderId', '=', 'affiliateCommissions.orderId')
            .where('sale.kind', '=', 'sale')
            .where((sale) =>
              sale.or([sale('sale.payoutId', 'is not', null), sale('sale.confirmedAt', '<', endsBefore)]),
            ),
        ),
      )
      // A disputed payment may still be reversed.
      .where((eb) => eb.or([eb('orders.status', '!=', 'paid'), eb('orders.disputedAt', 'is', null)]))
      .orderBy('affiliateCommissions.id')
      .forUpdate('affiliateCommissions')
      .execute();
    const total = rows.reduce((sum, row) => sum + centavosFromNumeric(row.commissionAmount), 0);
    if (total < MINIMUM_PAYOUT_CENTAVOS) return 0;
    const payout = await trx
      .insertInto('payouts')
      .values(newPayout(platform, { affiliateId, partnerId: null }, period, total))
      .onConflict((conflict) => conflict.columns(['affiliateId', 'period']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!payout) return 0;
    const ids = rows.map((row) => row.id);
    await trx
      .updateTable('affiliateCommissions')
      .set({ payoutId: payout.id })
      .where('id', 'in', ids)
      .execute();
    return 1;
  });
}

async function collectForPartner(
  platform: Deps,
  partnerId: string,
  { period, startsAt }: PayoutPeriod,
): Promise<number> {
  return platform.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('serviceVouchers')
      .select(['id', 'commissionAmount'])
      .where('partnerId', '=', partnerId)
      .where('status', '=', 'validated')
      .where('payoutId', 'is', null)
      .where('validatedAt', '<', startsAt)
      .orderBy('id')
      .forUpdate()
      .execute();
    const total = rows.reduce((sum, row) => sum + centavosFromNumeric(row.commissionAmount), 0);
    if (total === 0) return 0;
    const payout = await trx
      .insertInto('payouts')
      .values(newPayout(platform, { affiliateId: null, partnerId }, period, total))
      .onConflict((conflict) => conflict.columns(['partnerId', 'period']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!payout) return 0;
    const ids = rows.map((row) => row.id);
    await trx.updateTable('serviceVouchers').set({ payoutId: payout.id }).where('id', 'in', ids).execute();
    return 1;
  });
}

function newPayout(
  { clock, random }: Deps,
  beneficiary: { affiliateId: string | null; partnerId: string | null },
  period: string,
  amountCentavos: number,
) {
  return {
    ...beneficiary,
    id: random.uuid(),
    period,
    amount: numericFromCentavos(amountCentavos),
    createdAt: clock.now(),
  };
}
