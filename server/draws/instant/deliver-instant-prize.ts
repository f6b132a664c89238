import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { areInstantPrizesOnHold } from '../../orders/reading/prizes-on-hold.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import { postPrizeCost } from '../prizes/delivery/post-prize-cost.ts';

export type DeliverInstantPrizeResult =
  | { ok: true }
  /** `ORDER_NOT_PAID`: the order is refunded or disputed, so an admin has to decide first. */
  | { ok: false; code: 'NOT_FOUND' | 'ALREADY_DELIVERED' | 'ORDER_NOT_PAID' };

/** Records the delivery of a found cota premiada. @param delivery.note how, when and to whom */
export function deliverInstantPrize(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  by: { userId: string; ipAddress: string | null },
  { rifaId, position, note }: { rifaId: string; position: number; note: string },
): Promise<DeliverInstantPrizeResult> {
  return platform.db.transaction().execute(async (trx) => {
    const delivered = await trx
      .updateTable('instantPrizes')
      .set({ deliveredAt: platform.clock.now(), deliveryNote: note })
      .where('rifaId', '=', rifaId)
      .where('position', '=', position)
      .where('foundAt', 'is not', null)
      .where('voidedAt', 'is', null)
      .where('deliveredAt', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('orders')
              .select('orders.id')
              .whereRef('orders.id', '=', 'instantPrizes.orderId')
              .where(areInstantPrizesOnHold),
          ),
        ),
      )
      .returning(['name', 'userId', 'number', 'value'])
      .executeTakeFirst();
    if (!delivered) {
      const prize = await trx
        .selectFrom('instantPrizes')
        .select(['deliveredAt', 'foundAt', 'voidedAt'])
        .where('rifaId', '=', rifaId)
        .where('position', '=', position)
        .executeTakeFirst();
      if (prize?.deliveredAt) return { ok: false, code: 'ALREADY_DELIVERED' };
      return { ok: false, code: prize?.foundAt && !prize.voidedAt ? 'ORDER_NOT_PAID' : 'NOT_FOUND' };
    }
    await postPrizeCost(trx, platform.clock.now(), `${rifaId}:${position}`, {
      rifaId,
      prizeValue: delivered.value,
    });
    await recordEntry(trx, {
      kind: 'instantDelivered',
      at: platform.clock.now().toISOString(),
      rifaId,
      position,
      number: delivered.number!,
    });
    await recordActivity(trx, platform, {
      ...by,
      action: 'deliver-instant-prize',
      entityType: 'rifa',
      entityId: rifaId,
      description: `Cota premiada “${delivered.name}” entregue.`,
      details: { position, note },
    });
    await sendNotification(trx, platform, {
      userId: delivered.userId,
      type: 'success',
      title: 'Prêmio entregue',
      message: `Registramos a entrega da sua cota premiada: ${delivered.name}. Aproveite!`,
      data: { href: `/rifa/${rifaId}/premiadas`, rifaId },
      deduplicationKey: `instant-prize-delivered:${rifaId}:${position}`,
    });
    return { ok: true };
  });
}
