/**
 * Reverses the commission of refunded money, also after the payout: in proportion for a partial refund, fully for a full
 * refund or a charge-back; and that of a purchase by another account of the affiliate. Restores the commission after a
 * reversed charge-back. Idempotent per step.
 */
import { type Selectable, sql, type Transaction } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { AffiliateCommissions, DB, Orders } from '@mare/database/schema.ts';
import { commissionOn, commissionReversed } from '@mare/domain/affiliates/commission.ts';
import { rateOf } from '@mare/domain/affiliates/commission-terms.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { readReturnedCentavos } from '../../payments/refunds/read-returned-money.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeReferral } from '../referrals/remove-referral.ts';
import { recordReversal } from './record-reversal.ts';
import { restoreCommission } from './restore-commission.ts';
import { reverseOwnCommission } from './reverse-own-commission.ts';
import { sumKept } from './sum-kept.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

export const reverseCommissionJob = defineJob(
  'reverse-commission',
  { concurrency: 5 },
  (platform: Deps, { orderId }: { orderId: string }) => reverseCommission(platform, orderId),
);

export async function reverseCommission(platform: Deps, orderId: string): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    // Serialises with other reversals and with the job that earns the commission.
    const order = await trx
      .selectFrom('orders')
      .select(['id', 'userId', 'status'])
      .where('id', '=', orderId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!order) return;
    // Serializes with the collection of payouts, which locks the affiliate: an earlier one is read below, a later one
    // reads this reversal.
    await sql`
      select from affiliates where id in (select affiliate_id from affiliate_commissions where order_id = ${orderId})
      for key share`.execute(trx);
    if (await reverseOwnCommission(trx, platform, order)) return;
    await adjustCommission(trx, platform, order);
  });
}

/** The caller has locked the order, and the affiliate against a collection of payouts. */
export async function adjustCommission(
  trx: Transaction<DB>,
  platform: Deps,
  { id: orderId, status }: Pick<Selectable<Orders>, 'id' | 'status'>,
): Promise<void> {
  const entries = await trx
    .selectFrom('affiliateCommissions')
    .selectAll()
    .where('orderId', '=', orderId)
    .execute();
  const sale = entries.find(({ kind }) => kind === 'sale');
  // No commission was recorded: an order that is no longer paid earns none later.
  if (!sale) return;
  const orderCentavos = centavosFromNumeric(sale.orderAmount);
  const isVoid = status === 'refunded' || status === 'charged_back';
  const returnedCentavos = isVoid
    ? orderCentavos
    : Math.min(orderCentavos, await readReturnedCentavos(trx, orderId));
  const dueCentavos = commissionOn(orderCentavos - returnedCentavos, rateOf(sale.commissionRate));
  const restored = entries.filter(({ kind }) => kind === 'restored').length;
  const keptCentavos = sumKept(entries);
  if (isVoid) await removeReferral(trx, orderId);
  if (keptCentavos > dueCentavos)
    await takeBack(trx, platform, sale, {
      centavos: keptCentavos - dueCentavos,
      returnedCentavos,
      restored,
      status,
    });
  const wasVoid = entries.some(
    (entry) => entry.returnedAmount === sale.orderAmount && entry.restoredBefore === restored,
  );
  if (keptCentavos < dueCentavos && wasVoid && status === 'paid')
    await restoreCommission(trx, platform, sale, { centavos: dueCentavos - keptCentavos, restored });
}

async function takeBack(
  trx: Transaction<DB>,
  { clock, random }: Deps,
  sale: Selectable<AffiliateCommissions>,
  {
    centavos,
    returnedCentavos,
    restored,
    status,
  }: { centavos: number; returnedCentavos: number; restored: number; status: string },
): Promise<void> {
  const { id: saleId, orderId, affiliateId, orderAmount } = sale;
  const userId = await recordReversal(
    trx,
    { clock, random },
    sale,
    { kind: 'reversal', returnedAmount: numericFromCentavos(returnedCentavos), restoredBefore: restored },
    commissionReversed({ orderId, returnedCentavos, restored }, affiliateId, centavos),
    centavos,
  );
  const isWhole = returnedCentavos === centavosFromNumeric(orderAmount);
  await sendNotification(
    trx,
    { clock, random },
    {
      userId,
      type: 'warning',
      title: isWhole ? 'Comissão cancelada' : 'Comissão reduzida',
      message: isWhole
        ? `Uma compra pelo seu link foi ${status === 'charged_back' ? 'contestada no banco' : 'reembolsada'}, e a comissão de ${formatBrl(centavos)} foi desfeita.`
        : `Parte de uma compra pelo seu link foi reembolsada, e a comissão diminuiu ${formatBrl(centavos)}.`,
      data: { href: '/afiliado' },
      deduplicationKey: `commission-reversal:${saleId}:${returnedCentavos}${restored === 0 ? '' : `:${restored}`}`,
    },
  );
}
