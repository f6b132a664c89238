import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';

export interface DeliveryProof {
  type: 'image/jpeg' | 'image/png' | 'application/pdf';
  bytes: Buffer;
}

export interface Delivery {
  winnerId: string;
  /** Id of the admin. */
  userId: string;
  /** How, when and to whom. */
  note: string;
  /** A signed receipt or a photo. */
  proof: DeliveryProof | null;
}

export type DeliverResult =
  | { ok: true }
  /** `ORDER_NOT_PAID`: the order is refunded or disputed, so an admin has to decide first. */
  | { ok: false; code: 'NOT_FOUND' | 'ALREADY_DELIVERED' | 'ORDER_NOT_PAID' };

/** Records a prize as delivered. Expired claims are allowed at the organiser's discretion. */
export function deliverPrize(platform: Platform, delivery: Delivery): Promise<DeliverResult> {
  const { db, clock } = platform;
  return db.transaction().execute(async (trx) => {
    const winner = await findWinner(trx, delivery.winnerId);
    if (!winner) return { ok: false, code: 'NOT_FOUND' };
    if (winner.status !== null && (winner.status !== 'paid' || winner.disputedAt !== null))
      return { ok: false, code: 'ORDER_NOT_PAID' };
    const now = clock.now();
    const delivered = await trx
      .updateTable('prizeClaims')
      .set((eb) => ({
        state: 'delivered',
        claimedAt: eb.fn.coalesce('claimedAt', eb.val(now)),
        deliveredAt: now,
        deliveredBy: delivery.userId,
        deliveryNote: delivery.note,
        proof: delivery.proof?.bytes ?? null,
        proofType: delivery.proof?.type ?? null,
      }))
      .where('winnerId', '=', delivery.winnerId)
      .where('state', '<>', 'delivered')
      .returning('winnerId')
      .executeTakeFirst();
    if (!delivered) return { ok: false, code: 'ALREADY_DELIVERED' };
    await recordActivity(trx, platform, {
      userId: delivery.userId,
      action: 'deliver-prize',
      entityType: 'winner',
      entityId: delivery.winnerId,
      description: `Prêmio do ${winner.winnerPosition}º lugar de “${winner.title}” entregue.`,
      details: { note: delivery.note, proof: delivery.proof?.type ?? null },
    });
    if (winner.userId)
      await sendNotification(trx, platform, {
        userId: winner.userId,
        type: 'success',
        title: 'Prêmio entregue',
        message: `Registramos a entrega do seu prêmio de “${winner.title}”. Aproveite!`,
        data: { href: '/meus-premios', rifaId: winner.rifaId },
        deduplicationKey: `prize:${delivery.winnerId}:delivered`,
      });
    return { ok: true };
  });
}

function findWinner(trx: Transaction<DB>, winnerId: string) {
  return trx
    .selectFrom('rifaWinners as winner')
    .innerJoin('rifas', 'rifas.id', 'winner.rifaId')
    .leftJoin('orders', 'orders.id', 'winner.orderId')
    .select(['winner.userId', 'winner.rifaId', 'winner.winnerPosition', 'rifas.title'])
    .select(['orders.status', 'orders.disputedAt'])
    .where('winner.id', '=', winnerId)
    .executeTakeFirst();
}
