/** What buyers and the recipients of gifts do in a dispute sequence. */
import type { DisputedOrder, DisputeHistory } from './dispute-history.testing.ts';
import type { DisputeShop } from './dispute-shop.testing.ts';

export async function giveCotas(
  shop: DisputeShop,
  { gifts }: DisputeHistory,
  order: DisputedOrder,
  { cotas, isClaimed }: { cotas: number; isClaimed: boolean },
): Promise<void> {
  const giver = shop.clientOf(order.userId);
  const page = await giver.orders.page({ externalReference: order.reference });
  const [item] = page.items;
  if (!item) return;
  const taken = new Set(gifts.flatMap((gift) => (gift.order === order ? gift.numbers : [])));
  const numbers = item.selectedNumbers.filter((number) => !taken.has(number)).slice(0, cotas);
  if (numbers.length === 0) return;
  const given = await giver.orders.giveCotas({
    externalReference: order.reference,
    rifaId: item.rifaId,
    numbers,
    recipientName: 'Vó Nina',
    email: null,
  });
  const recipientId = await shop.buyer();
  gifts.push({ reference: given.reference, order, rifaId: item.rifaId, numbers, recipientId });
  if (isClaimed) await shop.clientOf(recipientId).orders.claimGift({ reference: given.reference });
}
