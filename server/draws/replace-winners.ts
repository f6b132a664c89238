import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { DrawOutcome } from '@mare/domain/draws/draw-winners.ts';
import { buyerTag, type ReadList } from '@mare/domain/draws/sealing/sold-list.ts';
import { listRecipientsEver } from '../orders/gifts/list-claimed-gifts.ts';
import type { Platform } from '../platform/platform.ts';
import { recordDrawNews } from './news/record-draw-news.ts';
import { winnerNoticeKey } from './prizes/notify-winners.job.ts';
import { computeTagOpening } from './list/compute-tag-opening.ts';
import { findIdsOnLists } from './list/find-ids-on-lists.ts';

/** Days to claim a prize (terms of use, rules of the draw). */
export const CLAIM_DAYS = 30;

/** Called in the transaction of a corrected draw with the winners it removes, before they are deleted. */
export type OnWinnersRemoved = (
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  winnerIds: readonly string[],
) => Promise<void>;

/** Saves the winners of a draw. After a correction, unchanged winners keep their claims and the others are deleted. */
export async function replaceWinners(
  trx: Transaction<DB>,
  { clock, random, jobs }: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  draw: { rifaId: string; version: number; outcome: DrawOutcome; list: ReadList },
  onWinnersRemoved: OnWinnersRemoved,
): Promise<void> {
  const { rifaId, version, outcome, list } = draw;
  const before = await trx
    .selectFrom('rifaWinners')
    .select(['id', 'winnerPosition', 'winnerNumber'])
    .where('rifaId', '=', rifaId)
    .execute();
  const stays = before.filter((winner) =>
    outcome.winners.some(
      (drawn) => drawn.position === winner.winnerPosition && drawn.number === winner.winnerNumber,
    ),
  );
  const gone = before.filter((winner) => !stays.includes(winner)).map(({ id }) => id);
  await recordWithdrawnPrizes(trx, { clock, jobs }, rifaId, gone);
  await onWinnersRemoved(trx, { clock, random }, gone);
  if (gone.length > 0) await trx.deleteFrom('rifaWinners').where('id', 'in', gone).execute();
  if (stays.length > 0)
    await trx
      .updateTable('rifaWinners')
      .set({ drawVersion: version })
      .where(
        'id',
        'in',
        stays.map(({ id }) => id),
      )
      .execute();
  for (const { position, number } of outcome.winners) {
    if (number === null || stays.some((winner) => winner.winnerPosition === position)) continue;
    const tag = list.tagAt(list.numbers.indexOf(number));
    await addWinner(trx, { clock, random }, { rifaId, version, position, number, tag });
  }
}

/** Only for winners who were notified; the lock waits for a notification under way. */
async function recordWithdrawnPrizes(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'jobs'>,
  rifaId: string,
  winnerIds: readonly string[],
): Promise<void> {
  if (winnerIds.length === 0) return;
  await trx.selectFrom('rifaWinners').select('id').where('id', 'in', winnerIds).forUpdate().execute();
  const notified = await trx
    .selectFrom('sentMails')
    .select('key')
    .where(
      'key',
      'in',
      winnerIds.map((id) => winnerNoticeKey(id, 'won')),
    )
    .execute();
  const winners = await trx
    .selectFrom('rifaWinners as winner')
    .innerJoin('rifas', 'rifas.id', 'winner.rifaId')
    .leftJoin('rifaPrizes as prize', (join) =>
      join.onRef('prize.rifaId', '=', 'winner.rifaId').onRef('prize.position', '=', 'winner.winnerPosition'),
    )
    .select(['winner.id', 'winner.userId', 'winner.winnerNumber', 'winner.winnerPosition'])
    .select(['prize.name', 'rifas.totalNumbers'])
    .where('winner.id', 'in', winnerIds)
    .orderBy('winner.winnerPosition')
    .execute();
  for (const { id, userId, winnerNumber, winnerPosition, name, totalNumbers } of winners)
    if (userId && notified.some(({ key }) => key === winnerNoticeKey(id, 'won')))
      await recordDrawNews(
        trx,
        platform,
        rifaId,
        {
          kind: 'prize_withdrawn',
          winnerId: id,
          prize: name ?? `${winnerPosition}º prêmio`,
          number: winnerNumber,
          totalNumbers,
        },
        userId,
      );
}

async function addWinner(
  trx: Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  won: { rifaId: string; version: number; position: number; number: number; tag: string },
): Promise<void> {
  const { rifaId, number, tag } = won;
  const now = clock.now();
  const holder = await findHolder(trx, rifaId, number, tag);
  const winnerId = random.uuid();
  await trx
    .insertInto('rifaWinners')
    .values({
      id: winnerId,
      rifaId,
      winnerName: holder.name,
      winnerEmail: holder.email,
      winnerNumber: number,
      winnerPosition: won.position,
      userId: holder.userId,
      orderId: holder.orderId,
      drawVersion: won.version,
      tag,
      createdAt: now,
    })
    .execute();
  const claimUntil = new Date(now.getTime() + CLAIM_DAYS * 86_400_000);
  await trx.insertInto('prizeClaims').values({ winnerId, claimUntil }).execute();
}

interface Holder {
  orderId: string;
  userId: string;
  name: string;
  email: string | null;
}

/**
 * Finds the buyer behind a tag of the list. A refunded earlier buyer of the same number has a different tag.
 * @throws when no order matches
 */
async function findHolder(
  trx: Transaction<DB>,
  rifaId: string,
  number: number,
  tag: string,
): Promise<Holder> {
  const { tagKey } = await trx
    .selectFrom('drawListSecrets')
    .select('tagKey')
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  const orders = await trx
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .innerJoin('profiles', 'profiles.id', 'orders.userId')
    .select(['orders.id as orderId', 'orders.userId', 'orders.customer', 'profiles.name', 'profiles.email'])
    .where('orderItems.rifaId', '=', rifaId)
    .where(sql<boolean>`${number} = any(order_items.selected_numbers)`)
    .where('orders.paidAt', 'is not', null)
    .orderBy(sql`orders.status = 'paid'`, 'desc')
    .execute();
  const given = await listRecipientsEver(trx, rifaId, number);
  const holders = [...orders, ...given.map((recipient) => ({ ...recipient, customer: {} }))];
  const ids = await findIdsOnLists(
    trx,
    holders.map(({ userId }) => userId),
  );
  const order = holders.find(({ userId }) =>
    ids.get(userId)!.some((id) => buyerTag(rifaId, computeTagOpening(tagKey, id)) === tag),
  );
  if (!order) throw new Error(`no holder of number ${number} of rifa ${rifaId} matches tag ${tag}`);
  const customer = order.customer as { name?: string; email?: string };
  return {
    orderId: order.orderId,
    userId: order.userId,
    name: order.name ?? customer.name ?? 'Ganhador',
    email: order.email ?? customer.email ?? null,
  };
}
