import type { CartItem } from './cart.ts';

type CartLine = Pick<CartItem, 'id' | 'rifaId' | 'quantity' | 'selectedNumbers'>;

export interface OrderedLine {
  rifaId: string;
  /** Cotas, bonus included. */
  quantity: number;
  bonusQuantity: number;
  selectedNumbers: readonly number[];
}

/**
 * Ids of the cart lines that an open or paid order was made of: same rifa and quantity, and at least one number in
 * common. The order holds its numbers, so a line that was added later has others.
 */
export function orderedLineIds(lines: readonly CartLine[], ordered: readonly OrderedLine[]): string[] {
  const found = new Set<string>();
  for (const { rifaId, quantity, bonusQuantity, selectedNumbers } of ordered) {
    const numbers = new Set(selectedNumbers);
    const line = lines.find(
      (item) =>
        !found.has(item.id) &&
        item.rifaId === rifaId &&
        item.quantity === quantity - bonusQuantity &&
        item.selectedNumbers.some((number) => numbers.has(number)),
    );
    if (line) found.add(line.id);
  }
  return [...found];
}
