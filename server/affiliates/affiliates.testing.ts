/** Fixtures of the affiliate tests: affiliates and referred orders. */
import { applySnapshot } from '../payments/settlement/apply-snapshot.ts';
import type { PaymentsTestbed } from '../payments/payments.testing.ts';
import { activateAffiliate } from './activate-affiliate.ts';
import { earnCommission } from './commissions/earn-commission.job.ts';
import { reverseCommission } from './commissions/reverse-commission.job.ts';

export async function addAffiliate(bed: PaymentsTestbed, { pixKey = null }: { pixKey?: string | null } = {}) {
  const userId = await bed.buyer();
  await activateAffiliate(bed.platform, userId);
  return bed.db
    .updateTable('affiliates')
    .set({ pixKey, pixKeyType: pixKey && 'email' })
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A paid order referred by the affiliate. */
export async function createReferredOrder(bed: PaymentsTestbed, affiliateId: string, totalCentavos: number) {
  const order = await bed.order('pix', { totalCentavos });
  await bed.db.updateTable('orders').set({ affiliateId }).where('id', '=', order.id).execute();
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
  return { ...order, paymentId };
}

/** A sale with its commission. */
export async function addSale(bed: PaymentsTestbed, affiliateId: string, totalCentavos: number) {
  const order = await createReferredOrder(bed, affiliateId, totalCentavos);
  await earnCommission(bed.platform, order.id);
  return order;
}

export async function refundSale(
  bed: PaymentsTestbed,
  { id, paymentId }: { id: string; paymentId: string },
  how: 'refund' | 'charge-back' = 'refund',
) {
  const steps = how === 'refund' ? ['refund'] : ['charge_back', 'lose_charge_back'];
  for (const step of steps) await bed.transition(paymentId, step);
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
  await reverseCommission(bed.platform, id);
}

/** Reverses the charge-back of a sale: its order is paid again. */
export async function restoreSale(
  bed: PaymentsTestbed,
  { id, paymentId }: { id: string; paymentId: string },
) {
  bed.clock.advance(60);
  await bed.transition(paymentId, 'reverse_charge_back');
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
  await reverseCommission(bed.platform, id);
}

/** Refunds a part at the provider and processes the change. */
export async function refundPart(bed: PaymentsTestbed, paymentId: string, refundCentavos: number) {
  await bed.transition(paymentId, 'partial_refund', { refund_centavos: refundCentavos });
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
}
