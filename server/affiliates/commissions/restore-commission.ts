import type { Selectable, Transaction } from 'kysely';
import type { AffiliateCommissions, DB } from '@mare/database/schema.ts';
import { commissionRestored } from '@mare/domain/affiliates/commission.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { isSamePerson } from '../../accounts/persons/is-same-person.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';
import { countReferral } from './count-referral.ts';
import { postCommissionEntry } from './post-commission-entry.ts';

/**
 * Restores the commission of an order whose charge-back was reversed, and counts its buyer as referred again. The next
 * payout pays the commission; if no payout has deducted the reversal yet, the two cancel out. The caller has locked the
 * order.
 * @param restored how many times the commission was restored before
 */
export async function restoreCommission(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  sale: Selectable<AffiliateCommissions>,
  { centavos, restored }: { centavos: number; restored: number },
): Promise<void> {
  const { id: saleId, orderId, affiliateId } = sale;
  await postCommissionEntry(trx, platform, sale, {
    kind: 'restored',
    restoredBefore: restored,
    centavos,
    ledgerTransaction: commissionRestored({ orderId, restored }, affiliateId, centavos),
  });
  const { userId, buyerId } = await trx
    .selectFrom('affiliates')
    .innerJoin('orders', (join) => join.on('orders.id', '=', orderId))
    .select(['affiliates.userId', 'orders.userId as buyerId'])
    .where('affiliates.id', '=', affiliateId)
    .executeTakeFirstOrThrow();
  if (!(await isSamePerson(trx, userId, buyerId)))
    await countReferral(trx, { referrerId: userId, referredId: buyerId, orderId });
  await sendNotification(trx, platform, {
    userId,
    type: 'success',
    title: 'Comissão recuperada',
    message: `O banco reverteu a contestação de uma compra pelo seu link, e a comissão de ${formatBrl(centavos)} voltou.`,
    data: { href: '/afiliado' },
    deduplicationKey: `commission-restored:${saleId}:${restored}`,
  });
}
