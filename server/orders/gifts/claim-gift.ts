import type { Transaction } from 'kysely';
import type { Participation } from '@mare/contract/rifas/rifas.ts';
import type { DB } from '@mare/database/schema.ts';
import { describeCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { findMissingDetail } from '../../accounts/persons/find-missing-detail.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkParticipation } from '../participation/check-participation.ts';
import { recordExit } from '../lifecycle/record-exit.ts';
import { takeShareOf } from '../reservation/shares.queries.ts';
import { findHeldNumbers, lockOpenSales } from './giftable.queries.ts';
import { findGiftOrder, type GiftOrder, lockGift } from './gifts.queries.ts';
import type { GiftRejection } from './give-cotas.ts';

export type ClaimGiftResult =
  | { ok: true }
  | { ok: false; code: 'NOT_FOUND' }
  | { ok: false; code: 'GIFT_REJECTED'; reason: GiftRejection }
  | { ok: false; code: 'NOT_ELIGIBLE'; rifaId: string; title: string; participation: Participation };

const reject = (reason: GiftRejection): ClaimGiftResult => ({ ok: false, code: 'GIFT_REJECTED', reason });

/**
 * The first claim wins, of all cotas of the gift at once; a repeated claim by the same person succeeds. A recipient
 * must be allowed to buy as many. Refunded cotas are removed from the gift.
 */
export async function claimGift(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  userId: string,
  reference: string,
): Promise<ClaimGiftResult> {
  const gift = await findGiftOrder(platform.db, reference);
  if (!gift) return { ok: false, code: 'NOT_FOUND' };
  if (gift.giverId === userId) return reject('own');
  return inTransaction(platform.db, (trx) => claimWithin(trx, { ...platform, db: trx }, userId, gift));
}

async function claimWithin(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  userId: string,
  gift: GiftOrder,
): Promise<ClaimGiftResult> {
  const { reference, orderId, rifaId, title } = gift;
  const { status } = await trx
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .forShare()
    .executeTakeFirstOrThrow();
  const rifa = await lockOpenSales(trx, rifaId);
  // Against a concurrent join with another person, or a merge.
  await trx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const cotas = (await lockGift(trx, reference)).filter((cota) => cota.cancelledAt === null);
  const open = cotas.filter((cota) => cota.claimedAt === null);
  const recipients = new Set(cotas.flatMap((cota) => cota.recipientId ?? []));
  if (open.length === 0 && recipients.has(userId)) return { ok: true };
  // A pause stops new orders, not gifts of cotas that are already sold.
  const participation = await checkParticipation(platform, userId, rifaId, { ignoresPause: true });
  const obstacle = await findObstacle(platform, userId, participation);
  if (obstacle) return { ok: false, code: 'NOT_ELIGIBLE', rifaId, title, participation: obstacle };
  if (status !== 'paid') return reject('not_paid');
  // The sales may have ended after the lock: it does not keep the state, only the list of the draw.
  if (!rifa || participation?.reason === 'not_on_sale') return reject('sales_over');
  if (cotas.length === 0) return reject('withdrawn');
  if (recipients.size > 0 && !recipients.has(userId)) return reject('claimed');

  const heldNumbers = await findHeldNumbers(trx, orderId, rifaId);
  const numbers = open.map((cota) => cota.number).filter((number) => heldNumbers.has(number));
  if (numbers.length === 0) return reject('returned');
  const { maxPerPerson } = rifa;
  const share = maxPerPerson && { rifaId, userId, cotas: numbers.length, most: maxPerPerson };
  if (share && !(await takeShareOf(trx, share))) return reject('person_limit');

  const now = platform.clock.now();
  const unclaimed = trx
    .updateTable('cotaGifts')
    .where('reference', '=', reference)
    .where('claimedAt', 'is', null)
    .where('cancelledAt', 'is', null);
  await unclaimed
    .set({ recipientId: userId, claimedAt: now, counted: Boolean(share) })
    .where('number', 'in', numbers)
    .execute();
  await unclaimed.set({ cancelledAt: now }).execute();
  await recordExit(trx, orderId, 'doacao', { rifaId, numbers });
  await notifyClaim(trx, platform, userId, { ...gift, numbers });
  return { ok: true };
}

/** Reason why a person may not hold cotas of a rifa, whether or not it is on sale. */
async function findObstacle(
  platform: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  participation: Participation | null,
): Promise<Participation | null> {
  if (participation && !participation.allowed && participation.reason !== 'not_on_sale') return participation;
  const reason = await findMissingDetail(platform, userId);
  return reason && { allowed: false, reason, until: null, eligibleCities: [] };
}

async function notifyClaim(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  userId: string,
  { reference, rifaId, title, numbers, ...gift }: GiftOrder & { numbers: number[] },
): Promise<void> {
  const cotas = describeCotas(numbers, gift.totalNumbers);
  const deduplicationKey = `gift-claimed:${reference}:${numbers[0]}`;
  await sendNotification(trx, platform, {
    userId: gift.giverId,
    type: 'success',
    title: 'Seu presente foi aceito',
    message: `${gift.recipientName} aceitou ${cotas} de “${title}”.`,
    data: { href: `/pedido/${gift.externalReference}`, rifaId },
    deduplicationKey,
  });
  await recordActivity(trx, platform, {
    userId,
    action: 'claim-gift',
    entityType: 'order',
    entityId: gift.orderId,
    description: `Aceitou de presente ${cotas} de “${title}”.`,
    details: { rifaId, numbers, giver: gift.giverId },
    deduplicationKey,
  });
}
