import { sql } from 'kysely';
import { hasSpendingBlock } from '../../accounts/limits/read-own-limits.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { QueueDeps } from '../../mail/outbox/queue-message.ts';
import { queueAutomatedMail } from '../../mail/queue-automated-mail.ts';
import { hasConsent } from '../../personalization/consent/read-consent.ts';
import { isOnSale } from '../../orders/participation/rifa-on-sale.ts';
import { queuePush } from '../../notifications/push/queue-push.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { CART_REMINDER } from './purge-carts.ts';

type Deps = QueueDeps & Pick<Platform, 'db'>;

interface Due {
  id: string;
  userId: string;
  title: string;
  message: string;
  data: { href: string };
}

export const sendCartRemindersJob = defineJob('remind-of-carts', { everyMinutes: 1 }, sendCartReminders);

/** Sends due reminders, one transaction each; skips reminders locked by other workers. */
export async function sendCartReminders(platform: Deps): Promise<void> {
  while (await remindOne(platform));
}

/** Claims a reminder, notifies and queues push and mail in one transaction. @returns false when none is due */
async function remindOne(platform: Deps): Promise<boolean> {
  const { db, clock, random } = platform;
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const dueReminder = await sql<Due>`
      select id, user_id, title, message, data from scheduled_notifications
      where type = 'abandoned_cart' and sent_at is null and cancelled_at is null and scheduled_for <= ${now}
      order by scheduled_for limit 1 for update skip locked`.execute(trx);
    const reminder = dueReminder.rows[0];
    if (!reminder) return false;
    const { id, userId, title, message, data } = reminder;
    // A buyer with a paid or pending order since then has not abandoned the cart. Ordered lines and lines that are
    // no longer on sale are not reminded of.
    const left = await sql`
      update abandoned_cart_tracking as tracked set reminded_at = ${now}
      where user_id = ${userId} and recovered_at is null and reminded_at is null and not exists (
        select from orders where orders.user_id = tracked.user_id
          and orders.created_at >= coalesce(tracked.refilled_at, tracked.abandoned_at)
          and (orders.status in ('pending', 'paid') or exists (
            select from order_items as line where line.order_id = orders.id and line.rifa_id = tracked.rifa_id)))
        and exists (
          select from rifas where rifas.id = tracked.rifa_id and ${isOnSale(now)})`.execute(trx);
    const mayRemind =
      (left.numAffectedRows ?? 0n) > 0n &&
      (await hasConsent(trx, userId, 'marketing')) &&
      !(await hasSpendingBlock(trx, platform, userId));
    await trx
      .updateTable('scheduledNotifications')
      .set(mayRemind ? { sentAt: now } : { cancelledAt: now })
      .where('id', '=', id)
      .execute();
    if (!mayRemind) return true;
    const deduplicationKey = `${CART_REMINDER}${id}`;
    await sendNotification(
      trx,
      { clock, random },
      { userId, type: 'info', title, message, data, deduplicationKey },
    );
    const push = { userId, title, message, href: data.href, deduplicationKey };
    await queuePush(trx, platform, { ...push, topic: 'campaign' });
    await queueAutomatedMail(trx, { clock }, { automation: 'abandoned_cart', userId, deduplicationKey });
    return true;
  });
}
