/** Compares the notices of recipients with their gifts. */
import type { DisputeShop } from '../dispute-shop.testing.ts';
import type { DisputeHistory } from '../dispute-history.testing.ts';
import type { OrderTruth } from './order-truth.testing.ts';

/** The last notice that a recipient got about the gifts of an order says whether they are valid. */
export async function findFaultsOfGiftNotices(
  { db }: DisputeShop,
  { gifts }: DisputeHistory,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, { recipientId, order }] of gifts.entries()) {
    const claimed = truths.flatMap((truth) =>
      truth.id === order.id ? truth.gifts.filter((gift) => gift.recipientId === recipientId) : [],
    );
    if (claimed.length === 0) continue;
    const last = await db
      .selectFrom('notifications')
      .select('title')
      .where('userId', '=', recipientId)
      .where('title', 'like', 'Um presente %')
      .orderBy('createdAt', 'desc')
      .executeTakeFirst();
    const isValid = claimed.some(({ endedAt }) => endedAt === null);
    if (
      isValid ? last?.title === 'Um presente deixou de valer' : last?.title !== 'Um presente deixou de valer'
    )
      faults.push(`recipient ${index} was last told: ${last?.title}`);
  }
  return faults;
}
