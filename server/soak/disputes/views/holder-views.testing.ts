/** Compares what buyers and recipients hold and have won with orders, frozen lists and draws. */
import { buyerTag } from '@mare/domain/draws/sealing/sold-list.ts';
import { computeTagOpening } from '../../../draws/list/compute-tag-opening.ts';
import { readStoredList } from '../../../draws/list/read-list.ts';
import type { DisputeShop } from '../dispute-shop.testing.ts';
import type { DisputedOrder, DisputeHistory } from '../dispute-history.testing.ts';
import type { OrderTruth } from './order-truth.testing.ts';

/** Compares the holdings of each person with paid orders and gifts, with the frozen lists and with the prizes. */
export async function findFaultsOfHolders(
  shop: DisputeShop,
  { rifas, orders, gifts }: DisputeHistory,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const faults: string[] = [];
  const people = new Set([
    ...orders.map(({ userId }) => userId),
    ...gifts.map(({ recipientId }) => recipientId),
  ]);
  for (const rifaId of rifas) {
    const list = await readListedNumbers(shop, rifaId, [...people]);
    const winners = await shop.winners(rifaId);
    for (const userId of people) {
      const { holdings } = await shop.clientOf(userId).orders.holdings({ page: 1, rifaId });
      const [holding] = holdings;
      const expected = expectedNumbers(truths, rifaId, userId);
      const subject = `holdings of ${describePerson(orders, gifts, userId)} in rifa ${rifas.indexOf(rifaId)}`;
      const found = new Set(holding?.numbers);
      const listedNumbers = new Set(list?.get(userId));
      for (const number of expected) if (!found.has(number)) faults.push(`${subject} lack ${number}`);
      for (const number of found)
        if (!expected.has(number) && !listedNumbers.has(number)) faults.push(`${subject} have ${number}`);
      if (!list) continue;
      const leftOutCount = [...found].filter((number) => !listedNumbers.has(number)).length;
      if ((holding?.leftOut ?? 0) !== leftOutCount)
        faults.push(`${subject}: ${holding?.leftOut} left out, not ${leftOutCount}`);
      const paid = new Set(
        truths.flatMap(({ status, lines }) =>
          status === 'paid' ? lines.flatMap((each) => (each.rifaId === rifaId ? each.numbers : [])) : [],
        ),
      );
      for (const number of listedNumbers)
        if (paid.has(number) && !found.has(number))
          faults.push(`${subject} lack ${number}, which the list gives them`);
      if (winners.length === 0) continue;
      const won = (await shop.clientOf(userId).draws.myPrizes()).filter((prize) => prize.rifaId === rifaId);
      const expectedPrizes = winners.filter(
        ({ winnerNumber }) => winnerNumber !== null && listedNumbers.has(winnerNumber),
      );
      if (won.length !== expectedPrizes.length)
        faults.push(`${subject}: ${won.length} prizes, not ${expectedPrizes.length}`);
      for (const { number, own } of holding?.drawn ?? [])
        if (own !== listedNumbers.has(number))
          faults.push(`${subject}: the drawn ${number} is ${own ? 'own' : 'of another'}`);
      for (const truth of truths.filter((each) => each.userId === userId)) {
        const detail = await shop.clientOf(userId).orders.detail({ id: truth.id });
        for (const prize of detail.won)
          if (prize.rifaId === rifaId && prize.isBuyers !== listedNumbers.has(prize.number))
            faults.push(
              `${subject}: the prize of ${prize.number} is ${prize.isBuyers ? '' : 'not '}the buyer's`,
            );
      }
      for (const prize of won) {
        const { orderId } = winners.find(({ id }) => id === prize.winnerId)!;
        const order = truths.find(({ id }) => id === orderId);
        const isHeld = order !== undefined && (order.status !== 'paid' || order.isDisputed);
        if (prize.isOnHold !== isHeld)
          faults.push(`${subject}: the prize of ${prize.number} is on hold: ${prize.isOnHold}`);
      }
    }
  }
  return faults;
}

function describePerson(
  orders: readonly DisputedOrder[],
  gifts: DisputeHistory['gifts'],
  userId: string,
): string {
  const order = orders.findIndex((each) => each.userId === userId);
  return order === -1
    ? `recipient ${gifts.findIndex(({ recipientId }) => recipientId === userId)}`
    : `buyer ${order}`;
}

function expectedNumbers(truths: readonly OrderTruth[], rifaId: string, userId: string): Set<number> {
  const held = new Set<number>();
  for (const truth of truths) {
    if (truth.status !== 'paid') continue;
    const given = truth.gifts.filter((gift) => gift.rifaId === rifaId && gift.endedAt === null);
    const numbers = truth.lines.flatMap((each) => (each.rifaId === rifaId ? each.numbers : []));
    if (truth.userId === userId)
      for (const number of numbers) if (!given.some((gift) => gift.number === number)) held.add(number);
    for (const gift of given) if (gift.recipientId === userId) held.add(gift.number);
  }
  return held;
}

/** Numbers of each person on the frozen list; null before the freeze. */
export async function readListedNumbers(
  { db }: DisputeShop,
  rifaId: string,
  people: readonly string[],
): Promise<Map<string, Set<number>> | null> {
  const secret = await db
    .selectFrom('drawListSecrets')
    .select('tagKey')
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  if (!secret) return null;
  const list = (await readStoredList(db, rifaId))!;
  const tags = new Map(
    people.map((userId) => [buyerTag(rifaId, computeTagOpening(secret.tagKey, userId)), userId]),
  );
  const listed = new Map(people.map((userId) => [userId, new Set<number>()]));
  for (let index = 0; index < list.numbers.count; index++)
    listed.get(tags.get(list.tagAt(index)) ?? '')?.add(list.numbers.at(index));
  return listed;
}
