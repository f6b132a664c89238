import { canDeliverExpired, stateAt } from '@mare/domain/draws/prizes/prize-state.ts';
import { ROUTE_RULES } from '@mare/domain/rifas/legal/legal-routes.ts';
import { recordActivity } from '../../../activity-log/record-activity.ts';
import { sendNotification } from '../../../notifications/send-notification.ts';
import type { StoredDocument } from '../../../platform/documents/photo.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hasUsableVoucher, lockPrize } from '../prizes.queries.ts';
import { postPrizeCost } from './post-prize-cost.ts';
import { recordDelivery } from './record-delivery.ts';

export interface Delivery {
  winnerId: string;
  /** Id of the admin. */
  userId: string;
  /** How, when and to whom. */
  note: string;
  /** A signed receipt or a photo; of a cash prize the receipt of the transfer. */
  proof: StoredDocument | null;
  /** Cost of the prize for the organiser; absent: its declared value. Ignored for a cash prize. */
  costCentavos?: number | undefined;
}

export type DeliverResult =
  | { ok: true }
  | {
      ok: false;
      /**
       * `ORDER_NOT_PAID`: the order is refunded or disputed, so an admin has to decide first. `VOUCHER_PENDING`: the
       * partner records the delivery. `OWED_TO_TREASURY`: expired, and the law gives its value to the Tesouro Nacional.
       * `PROOF_REQUIRED`: a cash prize counts as delivered only with the receipt of the transfer.
       */
      code:
        | 'NOT_FOUND'
        | 'ALREADY_DELIVERED'
        | 'ORDER_NOT_PAID'
        | 'VOUCHER_PENDING'
        | 'OWED_TO_TREASURY'
        | 'PROOF_REQUIRED';
    };

/**
 * Records a prize as delivered. An expired prize may be delivered at the organiser's discretion, unless the law
 * forbids it.
 */
export function deliverPrize(platform: Platform, delivery: Delivery): Promise<DeliverResult> {
  const { db, clock } = platform;
  const { winnerId } = delivery;
  return db.transaction().execute(async (trx) => {
    const prize = await lockPrize(trx, winnerId);
    if (!prize) return { ok: false, code: 'NOT_FOUND' };
    if (prize.state === 'delivered') return { ok: false, code: 'ALREADY_DELIVERED' };
    if (!prize.isPaid) return { ok: false, code: 'ORDER_NOT_PAID' };
    const now = clock.now();
    if (stateAt(prize, now) === 'expired' && !canDeliverExpired(ROUTE_RULES[prize.route]))
      return { ok: false, code: 'OWED_TO_TREASURY' };
    if (prize.prizeType === 'cash' && !delivery.proof) return { ok: false, code: 'PROOF_REQUIRED' };
    if (await hasUsableVoucher(trx, winnerId, now)) return { ok: false, code: 'VOUCHER_PENDING' };
    await trx
      .updateTable('prizeClaims')
      .set((eb) => ({
        state: 'delivered',
        claimedAt: eb.fn.coalesce('claimedAt', eb.val(now)),
        expiredAt: null,
        deliveredAt: now,
        deliveredBy: delivery.userId,
        deliveryNote: delivery.note,
        proof: delivery.proof?.bytes ?? null,
        proofType: delivery.proof?.type ?? null,
      }))
      .where('winnerId', '=', winnerId)
      .execute();
    await recordDelivery(trx, now, winnerId);
    await postPrizeCost(trx, now, winnerId, {
      ...prize,
      costCentavos: prize.prizeType === 'cash' ? undefined : delivery.costCentavos,
    });
    await recordActivity(trx, platform, {
      userId: delivery.userId,
      action: 'deliver-prize',
      entityType: 'winner',
      entityId: winnerId,
      description: `Prêmio do ${prize.winnerPosition}º lugar de “${prize.title}” entregue.`,
      details: { note: delivery.note, proof: delivery.proof?.type ?? null },
    });
    if (prize.userId)
      await sendNotification(trx, platform, {
        userId: prize.userId,
        type: 'success',
        title: 'Prêmio entregue',
        message: `Registramos a entrega do seu prêmio de “${prize.title}”. Aproveite!`,
        data: { href: '/meus-premios', rifaId: prize.rifaId },
        deduplicationKey: `prize:${winnerId}:delivered`,
      });
    return { ok: true };
  });
}
