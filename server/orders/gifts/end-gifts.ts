import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';

/** Ends the gifts of refunded orders, in the transaction of the refund. */
export async function endGifts(trx: Transaction<DB>, orderIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('cotaGifts')
    .set({ cancelledAt: sql<Date>`now()` })
    .where('orderId', 'in', orderIds)
    .where('cancelledAt', 'is', null)
    .execute();
}

/** Ends the gifts of returned cotas, in the transaction of the refund. */
export async function endGiftsOfCotas(
  trx: Transaction<DB>,
  { orderId, rifaId, numbers }: { orderId: string; rifaId: string; numbers: readonly number[] },
): Promise<void> {
  await trx
    .updateTable('cotaGifts')
    .set({ cancelledAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .where('rifaId', '=', rifaId)
    .where('number', 'in', numbers)
    .where('cancelledAt', 'is', null)
    .execute();
}

/** Notifies recipients of claimed gifts that ended, once. */
export async function notifyRecipients(
  db: Kysely<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  orderId: string,
): Promise<void> {
  const gifts = await db
    .selectFrom('cotaGifts as gift')
    .innerJoin('rifas', 'rifas.id', 'gift.rifaId')
    .select(['gift.id', 'gift.recipientId', 'gift.number', 'rifas.title', 'rifas.totalNumbers'])
    .where('gift.orderId', '=', orderId)
    .where('gift.recipientId', 'is not', null)
    .where('gift.cancelledAt', 'is not', null)
    .execute();
  for (const { id, recipientId, number, title, totalNumbers } of gifts)
    await sendNotification(db, platform, {
      userId: recipientId,
      type: 'warning',
      title: 'Um presente deixou de valer',
      message: `A compra da cota ${formatNumber(number, totalNumbers)} de “${title}” foi desfeita, e o dinheiro voltou para quem pagou. A cota não vale mais.`,
      data: { href: '/dashboard' },
      deduplicationKey: `gift-ended:${id}`,
    });
}
