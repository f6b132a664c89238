import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { recordBounce } from '../../mail/bounces.ts';
import { notifyBounce } from '../../notifications/notify-bounce.ts';
import { applyUnsubscribe } from '../preferences/unsubscribe.ts';
import type { MailEvent } from './read-mail-events.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

/**
 * Bounces and complaints end campaigns to an e-mail address. Idempotent by event id, so that a redelivered event does
 * not undo a later opt-in.
 */
export async function recordMailEvent(platform: Deps, event: MailEvent): Promise<void> {
  const { id, type, email, reason, messageId } = event;
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    const taken = await trx
      .insertInto('mailEvents')
      .values({ id, type, receivedAt: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (taken.numInsertedOrUpdatedRows === 0n) return;
    if (type === 'complaint') {
      const request = { email, scope: 'offers' as const, ...(messageId && { messageId }) };
      return applyUnsubscribe(trx, platform, request, { isComplaint: true, ipAddress: null });
    }
    const bounce = { email, answer: reason, reported: true };
    if (await recordBounce(trx, platform, bounce)) await notifyBounce(trx, platform, bounce);
    if (messageId)
      await sql`update email_messages set state = 'failed', bounced_at = ${now}
        where id = ${messageId} and state = 'sent' and bounced_at is null`.execute(trx);
  });
}
