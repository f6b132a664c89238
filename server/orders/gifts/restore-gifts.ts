import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { describeCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Restores the claimed gifts that the latest charge-back of an order ended, in the transaction that reverses it, if their
 * cotas were on a frozen list: it names the recipients. Other cotas stay the buyer's, who can give them again. Restored
 * cotas do not count against the recipient's limit, since their sales have ended.
 */
export async function restoreGifts(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  orderId: string,
): Promise<void> {
  const { rows } = await sql<RestoredGift>`
    with charge_back as (
      select data -> 'frozenLists' as frozen_lists, created_at as ended_at from order_events
      where order_id = ${orderId} and kind = 'order.charged_back' order by id desc limit 1
    ), restored as (
      update cota_gifts as gift set cancelled_at = null, counted = false
      from charge_back join draw_lists as list
        -- Older events do not name the lists.
        on coalesce(frozen_lists ? list.rifa_id::text, list.frozen_at < ended_at)
      where gift.order_id = ${orderId} and gift.rifa_id = list.rifa_id and gift.claimed_at is not null
        and gift.cancelled_at >= ended_at
      returning gift.id, gift.reference, gift.recipient_id, gift.rifa_id, gift.number, ended_at
    )
    select min(restored.id::text) as id, reference, recipient_id, title, total_numbers, ended_at,
      array_agg(number order by number) as numbers
    from restored join rifas on rifas.id = rifa_id
    group by reference, recipient_id, rifas.id, ended_at`.execute(trx);
  for (const gift of rows) await notifyRestored(trx, platform, gift);
}

interface RestoredGift {
  id: string;
  reference: string;
  recipientId: string;
  title: string;
  totalNumbers: number;
  numbers: number[];
  endedAt: Date;
}

function notifyRestored(
  db: Kysely<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  { id, recipientId, title, totalNumbers, numbers, endedAt }: RestoredGift,
): Promise<unknown> {
  return sendNotification(db, platform, {
    userId: recipientId,
    type: 'success',
    title: 'Um presente voltou a valer',
    message: `A compra de “${title}” vale de novo, e o presente continua seu: ${describeCotas(numbers, totalNumbers)}.`,
    data: { href: '/dashboard' },
    deduplicationKey: `gift-restored:${id}:${endedAt.getTime()}`,
  });
}
