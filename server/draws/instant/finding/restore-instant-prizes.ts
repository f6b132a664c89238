import { sql } from 'kysely';
import { recordActivity } from '../../../activity-log/record-activity.ts';
import { recordEntry } from '../../../transparency/entries/record-entry.ts';
import { sendNotification } from '../../../notifications/send-notification.ts';
import type { Platform } from '../../../platform/platform.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

/**
 * Makes the cotas premiadas of restored orders valid again, except those whose cota was returned by a refund. Idempotent.
 */
export async function restoreInstantPrizes(
  platform: Deps,
  orders: readonly { orderId: string }[],
): Promise<void> {
  const restored = await platform.db
    .selectFrom('instantPrizes')
    .select('orderId')
    .distinct()
    .where(
      'orderId',
      'in',
      orders.map(({ orderId }) => orderId),
    )
    .where('voidedAt', 'is not', null)
    .$narrowType<{ orderId: string }>()
    .execute();
  for (const { orderId } of restored) await restoreOf(platform, orderId);
}

function restoreOf(platform: Deps, orderId: string): Promise<void> {
  return platform.db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['status', 'externalReference'])
      .where('id', '=', orderId)
      .forShare()
      .executeTakeFirst();
    if (order?.status !== 'paid') return;
    const { rows } = await sql<{
      rifaId: string;
      position: number;
      number: number;
      name: string;
      userId: string | null;
      voidedAt: Date;
    }>`
      update instant_prizes as prize set voided_at = null
      from (
        select rifa_id, position, voided_at from instant_prizes
        where order_id = ${orderId} and voided_at is not null and not exists (
          select from returned_cotas as back
          where back.order_id = instant_prizes.order_id and back.rifa_id = instant_prizes.rifa_id
            and back.released_at is not null and instant_prizes.number = any (back.numbers))
        for update
      ) as before
      where prize.rifa_id = before.rifa_id and prize.position = before.position
      returning prize.rifa_id, prize.position, prize.number, prize.name, prize.user_id, before.voided_at`.execute(
      trx,
    );
    const at = platform.clock.now().toISOString();
    for (const { rifaId, position, number, name, userId, voidedAt } of rows) {
      await recordEntry(trx, { kind: 'instantRestored', at, rifaId, position, number });
      const deduplicationKey = `instant-prize-restored:${rifaId}:${position}:${voidedAt.getTime()}`;
      if (userId)
        await sendNotification(trx, platform, {
          userId,
          type: 'success',
          title: 'A sua cota premiada voltou a valer',
          message: `O banco reverteu a contestação do pagamento, e você tem de novo direito a ${name}.`,
          data: { href: `/pedido/${order.externalReference}`, rifaId },
          deduplicationKey,
        });
      await recordActivity(trx, platform, {
        userId,
        action: 'restore-instant-prize',
        entityType: 'rifa',
        entityId: rifaId,
        description: `A cota premiada “${name}” voltou a valer: o banco reverteu a contestação do pedido.`,
        details: { position, orderId },
        deduplicationKey,
      });
    }
  });
}
