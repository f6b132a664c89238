import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  sql,
  type SqlBool,
  type Transaction,
} from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { CLOSED_LIST_STAYS } from '@mare/domain/orders/returns/charged-back-numbers.ts';
import { hasSalesEnded } from '@mare/domain/orders/sale-state.ts';
import { describeCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';
import { releaseReceived } from '../reservation/shares.queries.ts';

/**
 * Ends the gifts of refunded orders, in the transaction of the refund. Claimed cotas that stay on a frozen list stay
 * their recipients'.
 */
export function endGifts(trx: Transaction<DB>, orderIds: readonly string[]): Promise<void> {
  return end(trx, (eb) =>
    eb.and([
      eb('orderId', 'in', orderIds),
      eb.or([
        eb('claimedAt', 'is', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('returnedCotas as returned')
              .whereRef('returned.orderId', '=', 'cotaGifts.orderId')
              .whereRef('returned.rifaId', '=', 'cotaGifts.rifaId')
              .where('returned.sealed', '=', true)
              .where('returned.bookedAt', 'is not', null)
              .where(sql<boolean>`cota_gifts.number = any (returned.numbers)`)
              .select('returned.refundId'),
          ),
        ),
      ]),
    ]),
  );
}

/** Ends the gifts of returned cotas, in the transaction of the refund. The other cotas of a gift stay given. */
export function endGiftsOfCotas(
  trx: Transaction<DB>,
  { orderId, rifaId, numbers }: { orderId: string; rifaId: string; numbers: readonly number[] },
): Promise<void> {
  return end(trx, (eb) =>
    eb.and([eb('orderId', '=', orderId), eb('rifaId', '=', rifaId), eb('number', 'in', numbers)]),
  );
}

/** Ends the gifts from one account to the other, before both become one: the cotas are their buyer's again. */
export async function endGiftsBetween(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  const isBetween = (eb: ExpressionBuilder<DB, 'cotaGifts'>) =>
    eb.and([eb('giverId', 'in', ids), eb('recipientId', 'in', ids)]);
  await end(trx, isBetween);
  // Claimed gifts too: after the merge, giver and recipient would be the same person.
  await trx.updateTable('cotaGifts').set({ recipientId: null, claimedAt: null }).where(isBetween).execute();
}

async function end(
  trx: Transaction<DB>,
  which: (eb: ExpressionBuilder<DB, 'cotaGifts'>) => Expression<SqlBool>,
): Promise<void> {
  const ended = await trx
    .updateTable('cotaGifts')
    .set({ cancelledAt: sql<Date>`now()` })
    .where(which)
    .where('cancelledAt', 'is', null)
    .returning(['rifaId', 'recipientId', 'counted'])
    .execute();
  await releaseReceived(
    trx,
    ended.flatMap(({ rifaId, recipientId, counted }) =>
      counted && recipientId ? [{ rifaId, userId: recipientId }] : [],
    ),
  );
}

/** Notifies recipients of claimed gifts that ended, once. */
export async function notifyRecipients(
  db: Kysely<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  orderId: string,
): Promise<void> {
  // Cotas that ended together are one message.
  const gifts = await db
    .selectFrom('cotaGifts as gift')
    .innerJoin('rifas', 'rifas.id', 'gift.rifaId')
    .select(['gift.recipientId', 'rifas.title', 'rifas.totalNumbers', 'rifas.status as rifaStatus'])
    .select(sql<string>`min(gift.id::text)`.as('id'))
    .select(sql<Date>`gift.cancelled_at`.as('endedAt'))
    .select(sql<number[]>`array_agg(gift.number order by gift.number)`.as('numbers'))
    .where('gift.orderId', '=', orderId)
    .where('gift.recipientId', 'is not', null)
    .where('gift.cancelledAt', 'is not', null)
    .groupBy(['gift.reference', 'gift.cancelledAt', 'gift.recipientId', 'rifas.id'])
    .execute();
  for (const { id, recipientId, numbers, title, totalNumbers, rifaStatus, endedAt } of gifts) {
    const outcome = hasSalesEnded({ rifaStatus })
      ? `${CLOSED_LIST_STAYS}. O presente era`
      : 'Já não vale no sorteio';
    await sendNotification(db, platform, {
      userId: recipientId,
      type: 'warning',
      title: 'Um presente deixou de valer',
      message: `A compra de “${title}” foi desfeita, e o dinheiro voltou para quem pagou. ${outcome}: ${describeCotas(numbers, totalNumbers)}.`,
      data: { href: '/dashboard' },
      // A gift may end again, after its charge-back was reversed.
      deduplicationKey: `gift-ended:${id}:${endedAt.getTime()}`,
    });
  }
}
