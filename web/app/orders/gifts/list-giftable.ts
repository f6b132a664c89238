import type { GivenGift } from '@mare/contract/orders/gifts.ts';
import type { Order } from '@mare/contract/orders/orders.ts';

/** A rifa of an order, with its cotas that are not given yet. */
export interface GiftableRifa {
  rifaId: string;
  title: string;
  totalNumbers: number;
  /** Ascending. */
  numbers: number[];
}

/** @param open ids of rifas whose cotas can be given now */
export function listGiftable(
  items: Order['items'],
  open: readonly string[],
  gifts: readonly GivenGift[],
): GiftableRifa[] {
  return open.flatMap((rifaId) => {
    const lines = items.filter((item) => item.rifaId === rifaId);
    const givenNumbers = new Set(
      gifts.filter((gift) => gift.rifaId === rifaId).flatMap((gift) => gift.numbers),
    );
    const numbers = lines
      .flatMap((line) => line.selectedNumbers)
      .filter((number) => !givenNumbers.has(number));
    const [line] = lines;
    return line && numbers.length > 0
      ? [
          {
            rifaId,
            title: line.title,
            totalNumbers: line.totalNumbers,
            numbers: numbers.sort((one, other) => one - other),
          },
        ]
      : [];
  });
}
