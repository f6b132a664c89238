import type { Selectable, Transaction } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { AffiliateCommissions, DB } from '@mare/database/schema.ts';
import { commissionRestored } from '@mare/domain/affiliates/commission.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { isSamePerson } from '../../accounts/persons/is-same-person.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import type { Platform } from '../../platform/platform.ts';
import { countReferral } from './count-referral.ts';

/**
 * Restores the commission of an order whose charge-back was reversed, and counts its buyer as referred again. The next
 * payout pays the commission; if no payout has deducted the reversal yet, the two cancel out. The caller has locked the
 * order.
 * @param restored how many times the commission was restored before
 */
export async function restoreCommission(
  trx: Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  sale: Selectable<AffiliateCommissions>,
  { centavos, restored }: { centavos: number; restored: number },
): Promise<void> {
  const { id: saleId, orderId, affiliateId, orderAmount, commissionRate } = sale;
  const now = clock.now();
  await trx
    .insertInto('affiliateCommissions')
    .values({
      id: random.uuid(),
      affiliateId,
      orderId,
      kind: 'restored',
      orderAmount,
      commissionRate,
      commissionAmount: numericFromCentavos(centavos),
      restoredBefore: restored,
      confirmedAt: now,
      createdAt: now,
    })
    .execute();
  await postToLedger(trx, [commissionRestored({ orderId, restored }, affiliateId, centavos)], now);
  const { userId, buyerId } = await trx
    .selectFrom('affiliates')
    .innerJoin('orders', (join) => join.on('orders.id', '=', orderId))
    .select(['affiliates.userId', 'orders.userId as buyerId'])
    .where('affiliates.id', '=', affiliateId)
    .executeTakeFirstOrThrow();
  if (!(await isSamePerson(trx, userId, buyerId)))
    await countReferral(trx, { referrerId: userId, referredId: buyerId, orderId });
  await sendNotification(
    trx,
    { clock, random },
    {
      userId,
      type: 'success',
      title: 'Comissão recuperada',
      message: `O banco reverteu a contestação de uma compra pelo seu link, e a comissão de ${formatBrl(centavos)} voltou.`,
      data: { href: '/afiliado' },
      deduplicationKey: `commission-restored:${saleId}:${restored}`,
    },
  );
}
