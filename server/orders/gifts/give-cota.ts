import type { Transaction } from 'kysely';
import type { GivenCota } from '@mare/contract/orders/gifts.ts';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/short-name.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StoredOrder } from '../order.queries.ts';
import { sendGiftMailJob, type GiftMailJob } from './send-gift-mail.job.ts';

export type GiftRefusal = 'not_paid' | 'already_given' | 'sales_over' | 'own' | 'claimed' | 'switched_off';
export type GiveCotaResult =
  | { ok: true; gift: GivenCota }
  | { ok: false; code: 'NOT_FOUND' }
  | { ok: false; code: 'GIFT_REFUSED'; reason: GiftRefusal };

const refuse = (reason: GiftRefusal): GiveCotaResult => ({ ok: false, code: 'GIFT_REFUSED', reason });

/** A number can be given once: a unique index decides concurrent gifts. @param order of the giver */
export function giveCota(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  order: StoredOrder,
  wanted: { rifaId: string; number: number; recipientName: string; email: string | null },
): Promise<GiveCotaResult> {
  const { rifaId, number, recipientName, email } = wanted;
  const line = order.lines.find((each) => each.rifaId === rifaId && each.numbers.includes(number));
  if (!line) return Promise.resolve({ ok: false, code: 'NOT_FOUND' });
  return platform.db.transaction().execute(async (trx) => {
    const { status, userId } = await trx
      .selectFrom('orders')
      .select(['status', 'userId'])
      .where('id', '=', order.id)
      .forShare()
      .executeTakeFirstOrThrow();
    if (status !== 'paid') return refuse('not_paid');
    const rifa = await holdSalesOpen(trx, rifaId);
    if (!rifa) return refuse('sales_over');
    if (!rifa.allowGifts) return refuse('switched_off');
    const reference = platform.random.bytes(18).toString('base64url');
    const given = await trx
      .insertInto('cotaGifts')
      .values({
        id: platform.random.uuid(),
        reference,
        orderId: order.id,
        rifaId,
        number,
        giverId: userId,
        recipientName,
        createdAt: platform.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (given.numInsertedOrUpdatedRows === 0n) return refuse('already_given');
    await recordActivity(trx, platform, {
      userId,
      action: 'give-cota',
      entityType: 'order',
      entityId: order.id,
      description: `Deu de presente a cota ${formatNumber(number, line.totalNumbers)} de “${line.title}”.`,
      details: { rifaId, number },
    });
    if (email) {
      const job: GiftMailJob = { reference, email, giver: shortName(await nameOf(trx, userId)) };
      await platform.jobs.enqueue(trx, sendGiftMailJob, job);
    }
    return { ok: true, gift: { reference, rifaId, number, recipientName, isClaimed: false } };
  });
}

/**
 * Freezing the list of sold numbers locks the rifa for update: a gift either commits before and is on the list, or
 * finds the sales ended.
 */
export function holdSalesOpen(
  trx: Transaction<DB>,
  rifaId: string,
): Promise<{ allowGifts: boolean; title: string } | undefined> {
  return trx
    .selectFrom('rifas')
    .select(['allowGifts', 'title'])
    .where('id', '=', rifaId)
    .where('status', '=', 'active')
    .forKeyShare()
    .executeTakeFirst();
}

async function nameOf(trx: Transaction<DB>, userId: string): Promise<string | null> {
  const { name } = await trx
    .selectFrom('profiles')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return name;
}

/** Only unclaimed gifts. @param userId the giver */
export async function cancelGift(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  reference: string,
): Promise<{ ok: true } | { ok: false; code: 'NOT_FOUND' } | { ok: false; code: 'GIFT_REFUSED' }> {
  const cancelled = await db
    .updateTable('cotaGifts')
    .set({ cancelledAt: clock.now() })
    .where('reference', '=', reference)
    .where('giverId', '=', userId)
    .where('claimedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst();
  if (cancelled.numUpdatedRows > 0n) return { ok: true };
  const own = await db
    .selectFrom('cotaGifts')
    .select('id')
    .where('reference', '=', reference)
    .where('giverId', '=', userId)
    .executeTakeFirst();
  return { ok: false, code: own ? 'GIFT_REFUSED' : 'NOT_FOUND' };
}
