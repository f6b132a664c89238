import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { claimDeadline, DEFAULT_CLAIM_DAYS } from '@mare/domain/draws/prizes/claim-deadline.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import type { DrawOutcome } from '@mare/domain/draws/draw-winners.ts';
import type { ReadList } from '@mare/domain/draws/sealing/sold-list.ts';
import { type LegalRoute, ROUTE_RULES } from '@mare/domain/rifas/legal/legal-routes.ts';
import { listRecipientsEver } from '../orders/gifts/list-claimed-gifts.ts';
import type { Platform } from '../platform/platform.ts';
import { listNotifiedWinners, recordRemovedPrizes } from './news/record-removed-prizes.ts';
import { findTags } from './list/find-tags.ts';

/** Called in the transaction of a corrected draw with the winners it removes, before they are deleted. */
export type OnWinnersRemoved = (
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  winnerIds: readonly string[],
) => Promise<void>;

/**
 * Saves the winners of a draw. After a correction, a person who wins the same prize again, by the same or another number,
 * keeps its claim, delivery and voucher. Winners who lost their prize are deleted.
 */
export async function replaceWinners(
  trx: Transaction<DB>,
  { clock, random, jobs }: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  draw: {
    rifaId: string;
    version: number;
    outcome: DrawOutcome;
    list: ReadList;
    /** ISO date of the extraction that decided. */
    extractionDate: string;
  },
  onWinnersRemoved: OnWinnersRemoved,
): Promise<void> {
  const { rifaId, version, outcome, list } = draw;
  const claim = await findClaimTerms(trx, { clock }, draw);
  const before = await trx
    .selectFrom('rifaWinners')
    .select(['id', 'userId', 'winnerPosition', 'winnerNumber'])
    .where('rifaId', '=', rifaId)
    .execute();
  const stays = before.filter((winner) =>
    outcome.winners.some(
      (drawn) => drawn.position === winner.winnerPosition && drawn.number === winner.winnerNumber,
    ),
  );
  const won: Won[] = [];
  for (const { position, number } of outcome.winners) {
    if (number === null || stays.some((winner) => winner.winnerPosition === position)) continue;
    const tag = list.tagAt(list.numbers.indexOf(number));
    won.push({ position, number, tag, holder: await findHolder(trx, rifaId, number, tag) });
  }
  const renumbered = before.flatMap(({ id, userId, winnerPosition }) => {
    const sameHolder = won.find(
      ({ position, holder }) => position === winnerPosition && holder.userId === userId,
    );
    return sameHolder ? [{ ...sameHolder, winnerId: id }] : [];
  });
  const keptIds = new Set([...stays.map(({ id }) => id), ...renumbered.map(({ winnerId }) => winnerId)]);
  const removedIds = before.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id);
  const notified = await listNotifiedWinners(
    trx,
    before.filter((winner) => !stays.includes(winner)).map(({ id }) => id),
  );
  await recordReplaced(trx, clock.now(), version, removedIds);
  await onWinnersRemoved(trx, { clock, random }, removedIds);
  if (removedIds.length > 0) await trx.deleteFrom('rifaWinners').where('id', 'in', removedIds).execute();
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
  for (const { winnerId, number, tag, holder } of renumbered)
    await trx
      .updateTable('rifaWinners')
      .set({ winnerNumber: number, tag, orderId: holder.orderId, drawVersion: version })
      .where('id', '=', winnerId)
      .execute();
  for (const winner of won)
    if (!renumbered.some(({ position }) => position === winner.position))
      await addWinner(trx, { clock, random }, { ...winner, rifaId, version, claim });
  await recordRemovedPrizes(trx, { clock, jobs }, { rifaId, version }, notified);
}

/** A prize that this person did not win in the previous version, or won by another number. */
interface Won {
  position: number;
  number: number;
  tag: string;
  holder: Holder;
}

/** Archives replaced winners with the state of their prize claims. */
async function recordReplaced(
  trx: Transaction<DB>,
  replacedAt: Date,
  drawVersion: number,
  winnerIds: readonly string[],
): Promise<void> {
  if (winnerIds.length === 0) return;
  const replaced = await trx
    .selectFrom('rifaWinners as winner')
    .leftJoin('prizeClaims as claim', 'claim.winnerId', 'winner.id')
    .select(['winner.id as winnerId', 'winner.rifaId', 'winner.winnerPosition', 'winner.winnerNumber'])
    .select(['winner.userId', 'winner.orderId', 'claim.state as claimState', 'claim.claimedAt'])
    .select(['claim.deliveredAt', 'claim.deliveryNote', 'claim.proof', 'claim.proofType'])
    .where('winner.id', 'in', winnerIds)
    .execute();
  await trx
    .insertInto('replacedWinners')
    .values(replaced.map((winner) => ({ ...winner, drawVersion, replacedAt })))
    .execute();
}

async function addWinner(
  trx: Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  won: Won & { rifaId: string; version: number; claim: ClaimTerms },
): Promise<void> {
  const { rifaId, number, tag, holder, claim } = won;
  const now = clock.now();
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
  await trx
    .insertInto('prizeClaims')
    .values({ winnerId, ...claim })
    .execute();
}

interface ClaimTerms {
  claimDays: number;
  claimUntil: Date;
}

/**
 * As the rifa promised when it was published. Where the law sets the days, they count from the extraction; elsewhere, and
 * for winners after a correction, who could not claim before, from today.
 */
async function findClaimTerms(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { rifaId, version, extractionDate }: { rifaId: string; version: number; extractionDate: string },
): Promise<ClaimTerms> {
  const legal = await trx
    .selectFrom('rifaLegal')
    .select(['route', 'claimDays'])
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  const claimDays = legal?.claimDays ?? DEFAULT_CLAIM_DAYS;
  const isByLaw = ROUTE_RULES[(legal?.route ?? 'none') as LegalRoute].claimDays !== null;
  const from = isByLaw && version === 1 ? extractionDate : brasiliaDate(clock.now());
  return { claimDays, claimUntil: claimDeadline(from, claimDays) };
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
  const recipients = await listRecipientsEver(trx, rifaId, number);
  const holders = [...orders, ...recipients.map((recipient) => ({ ...recipient, customer: {} }))];
  const tags = await findTags(
    trx,
    rifaId,
    holders.map(({ userId }) => userId),
  );
  const order = holders.find(({ userId }) => tags.get(userId)?.has(tag));
  if (!order) throw new Error(`no holder of number ${number} of rifa ${rifaId} matches tag ${tag}`);
  const customer = order.customer as { name?: string; email?: string };
  return {
    orderId: order.orderId,
    userId: order.userId,
    name: order.name ?? customer.name ?? 'Ganhador',
    email: order.email ?? customer.email ?? null,
  };
}
