import type { Selectable, Transaction } from 'kysely';
import type { DB, Orders } from '@mare/database/schema.ts';
import { ownCommissionReversed } from '@mare/domain/affiliates/commission.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { isSamePerson } from '../../accounts/persons/is-same-person.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeReferral } from '../referrals/remove-referral.ts';
import { recordReversal } from './record-reversal.ts';
import { sumKept } from './sum-kept.ts';

/**
 * Reverses the remaining commission on an order whose buyer turned out to be the affiliate. The caller has locked the
 * order. Idempotent.
 * @returns whether buyer and affiliate are one person, who earns nothing on the order
 */
export async function reverseOwnCommission(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  { id: orderId, userId: buyerId }: Pick<Selectable<Orders>, 'id' | 'userId'>,
): Promise<boolean> {
  const entries = await trx
    .selectFrom('affiliateCommissions')
    .innerJoin('affiliates', 'affiliates.id', 'affiliateCommissions.affiliateId')
    .selectAll('affiliateCommissions')
    .select('affiliates.userId')
    .where('orderId', '=', orderId)
    .execute();
  const sale = entries.find(({ kind }) => kind === 'sale');
  if (!sale || !(await isSamePerson(trx, sale.userId, buyerId))) return false;
  await removeReferral(trx, orderId);
  const centavos = sumKept(entries);
  if (centavos === 0) return true;
  const reversed = ownCommissionReversed(orderId, sale.affiliateId, centavos);
  await recordReversal(trx, platform, sale, { kind: 'own_purchase' }, reversed, centavos);
  await sendNotification(trx, platform, {
    userId: sale.userId,
    type: 'warning',
    title: 'Comissão cancelada',
    message: `Uma compra pelo seu link foi feita por outra conta sua. Compras próprias não rendem comissão, e ${formatBrl(centavos)} foram desfeitos.`,
    data: { href: '/afiliado' },
    deduplicationKey: `commission-reversal:${sale.id}:own`,
  });
  return true;
}
