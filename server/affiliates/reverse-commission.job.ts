/** A refunded or charged-back order takes its commission back, also after that was paid out. Once. */
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import { commissionReversed } from '@mare/domain/affiliates/commission.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import { postToLedger } from '../payments/post-to-ledger.ts';
import type { JobDefinition } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { reais } from './reais.ts';
import { reduceCollectedPayout } from './payouts/reduce-collected-payout.ts';

export const REVERSE_COMMISSION = 'reverse-commission';

type Needs = Pick<Platform, 'db' | 'clock' | 'random'>;

export function reverseCommissionJob(platform: Needs): JobDefinition<{ orderId: string }> {
  return {
    name: REVERSE_COMMISSION,
    concurrency: 5,
    handle: ({ orderId }) => reverseCommission(platform, orderId),
  };
}

export async function reverseCommission(platform: Needs, orderId: string): Promise<void> {
  const { db, clock, random } = platform;
  await db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .forShare()
      .executeTakeFirst();
    if (order?.status !== 'refunded' && order?.status !== 'charged_back') return;
    const sale = await trx
      .selectFrom('affiliateCommissions')
      .innerJoin('affiliates', 'affiliates.id', 'affiliateCommissions.affiliateId')
      .selectAll('affiliateCommissions')
      .select('affiliates.userId')
      .where('orderId', '=', orderId)
      .where('kind', '=', 'sale')
      .executeTakeFirst();
    // Never earned: an order that is no longer paid earns nothing afterwards.
    if (!sale) return;
    const { id: saleId, userId, payoutId, status: _, createdAt: _at, ...earned } = sale;
    const amountCentavos = centavosFromNumeric(sale.commissionAmount);
    const now = clock.now();
    const reversalId = random.uuid();
    const inserted = await trx
      .insertInto('affiliateCommissions')
      .values({
        ...earned,
        id: reversalId,
        kind: 'reversal',
        commissionAmount: numericFromCentavos(-amountCentavos),
        payoutId: null,
        confirmedAt: now,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.columns(['orderId', 'kind']).doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 0n) return;
    await postToLedger(trx, [commissionReversed(orderId, sale.affiliateId, amountCentavos)]);
    await trx.deleteFrom('referrals').where('orderId', '=', orderId).execute();
    if (payoutId) await reduceCollectedPayout(trx, payoutId, reversalId);
    await sendNotification(trx, platform, {
      userId,
      type: 'warning',
      title: 'Comissão cancelada',
      message: `Uma compra pelo seu link foi reembolsada, e a comissão de ${reais(amountCentavos)} foi desfeita.`,
      data: { href: '/afiliado' },
      occasion: `commission-reversal:${saleId}`,
    });
  });
}
