/** Takes the sales of an order whose payment is disputed out of a payout that awaits approval. Idempotent. */
import { sql, type Transaction } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { MINIMUM_PAYOUT_CENTAVOS } from '@mare/domain/affiliates/payout.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { isDisputed } from './due-commissions.queries.ts';
import { releasePayout } from './release-payout.ts';

export const holdDisputedSalesJob = defineJob(
  'hold-disputed-sales',
  { concurrency: 5 },
  (platform: Pick<Platform, 'db'>, { orderId }: { orderId: string }) => holdDisputedSales(platform, orderId),
);

export async function holdDisputedSales({ db }: Pick<Platform, 'db'>, orderId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const payouts = await trx
      .selectFrom('payouts')
      .select(['id', 'amount', 'status'])
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('affiliateCommissions')
          .select('payoutId')
          .where('orderId', '=', orderId)
          .where('payoutId', 'is not', null)
          .$narrowType<{ payoutId: string }>(),
      )
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const payout of payouts) if (payout.status === 'collected') await withoutDisputed(trx, payout);
  });
}

/**
 * Removes disputed sales from a payout and ends it below the minimum. The sales wait for the end of the dispute, then
 * for the next payout.
 * @param payout awaits approval, and is locked
 * @returns whether a sale was removed
 */
export async function withoutDisputed(
  trx: Transaction<DB>,
  { id, amount }: { id: string; amount: string },
): Promise<boolean> {
  const { rows } = await sql<{ amount: string }>`
    update affiliate_commissions as commission set payout_id = null
    from orders where orders.id = commission.order_id and commission.payout_id = ${id} and ${isDisputed}
    returning commission.commission_amount as amount`.execute(trx);
  if (rows.length === 0) return false;
  const left = rows.reduce((sum, row) => sum - centavosFromNumeric(row.amount), centavosFromNumeric(amount));
  if (left < MINIMUM_PAYOUT_CENTAVOS) await releasePayout(trx, id);
  else
    await trx
      .updateTable('payouts')
      .set({ amount: numericFromCentavos(left) })
      .where('id', '=', id)
      .execute();
  return true;
}
