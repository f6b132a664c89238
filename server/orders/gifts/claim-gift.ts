import type { Kysely, Transaction } from 'kysely';
import type { Participation } from '@mare/contract/rifas/rifas.ts';
import type { DB } from '@mare/database/schema.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { findMissingDetail } from '../../accounts/persons/find-missing-detail.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkParticipation } from '../check-participation.ts';
import { recordExit } from '../lifecycle/record-exit.ts';
import { type GiftRefusal, holdSalesOpen } from './give-cota.ts';

export type ClaimGiftResult =
  | { ok: true }
  | { ok: false; code: 'NOT_FOUND' }
  | { ok: false; code: 'GIFT_REFUSED'; reason: GiftRefusal }
  | { ok: false; code: 'NOT_ELIGIBLE'; rifaId: string; title: string; participation: Participation };

/** The first claim wins; a repeated claim by the same person succeeds. A recipient must be allowed to buy. */
export async function claimGift(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  userId: string,
  reference: string,
): Promise<ClaimGiftResult> {
  const { db, clock } = platform;
  const gift = await findGift(db, reference);
  if (!gift) return { ok: false, code: 'NOT_FOUND' };
  if (gift.giverId === userId) return { ok: false, code: 'GIFT_REFUSED', reason: 'own' };
  if (gift.recipientId === userId) return { ok: true };
  const { rifaId, title } = gift;
  const participation = await checkParticipation(platform, userId, rifaId);
  if (participation && !participation.allowed && participation.reason !== 'not_on_sale')
    return { ok: false, code: 'NOT_ELIGIBLE', rifaId, title, participation };
  const missing = await findMissingDetail(platform, userId);
  if (missing) {
    const unknown: Participation = { allowed: false, reason: missing, until: null, eligibleCities: [] };
    return { ok: false, code: 'NOT_ELIGIBLE', rifaId, title, participation: unknown };
  }
  return db.transaction().execute(async (trx): Promise<ClaimGiftResult> => {
    const order = await trx
      .selectFrom('orders')
      .select('status')
      .where('id', '=', gift.orderId)
      .forShare()
      .executeTakeFirstOrThrow();
    if (order.status !== 'paid') return { ok: false, code: 'GIFT_REFUSED', reason: 'not_paid' };
    if (!(await holdSalesOpen(trx, rifaId))) return { ok: false, code: 'GIFT_REFUSED', reason: 'sales_over' };
    const claimed = await trx
      .updateTable('cotaGifts')
      .set({ recipientId: userId, claimedAt: clock.now() })
      .where('id', '=', gift.id)
      .where('claimedAt', 'is', null)
      .where('cancelledAt', 'is', null)
      .executeTakeFirst();
    if (claimed.numUpdatedRows === 0n) return { ok: false, code: 'GIFT_REFUSED', reason: 'claimed' };
    await recordExit(trx, gift.orderId, 'doacao', { rifaId, numbers: [gift.number] });
    await notifyClaim(trx, platform, userId, gift);
    return { ok: true };
  });
}

type Gift = NonNullable<Awaited<ReturnType<typeof findGift>>>;

function findGift(db: Kysely<DB>, reference: string) {
  return db
    .selectFrom('cotaGifts as gift')
    .innerJoin('rifas', 'rifas.id', 'gift.rifaId')
    .innerJoin('orders', 'orders.id', 'gift.orderId')
    .select(['gift.id', 'gift.rifaId', 'gift.number', 'gift.giverId', 'gift.recipientId', 'gift.orderId'])
    .select(['gift.recipientName', 'rifas.title', 'rifas.totalNumbers', 'orders.externalReference'])
    .where('gift.reference', '=', reference)
    .executeTakeFirst();
}

async function notifyClaim(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  userId: string,
  gift: Gift,
): Promise<void> {
  const { rifaId, title } = gift;
  const cota = formatNumber(gift.number, gift.totalNumbers);
  const deduplicationKey = `gift-claimed:${gift.id}`;
  await sendNotification(trx, platform, {
    userId: gift.giverId,
    type: 'success',
    title: 'Seu presente foi aceito',
    message: `${gift.recipientName} aceitou a cota ${cota} de “${title}”.`,
    data: { href: `/pedido/${gift.externalReference}`, rifaId },
    deduplicationKey,
  });
  await recordActivity(trx, platform, {
    userId,
    action: 'claim-gift',
    entityType: 'order',
    entityId: gift.orderId,
    description: `Aceitou de presente a cota ${cota} de “${title}”.`,
    details: { rifaId, number: gift.number, giver: gift.giverId },
    deduplicationKey,
  });
}
