/** Merges the carts of one person: of a visitor who signs in, and of devices with concurrent changes. */
import { totalQuantity } from '../orders/total-quantity.ts';
import { MAX_CART_LINES } from './limits.ts';
import { type AgreedLine, type CartItem, numbersInCart, withinBounds } from './cart.ts';

export interface MergeNote {
  /** `limited`: reduced to the limit per order. `dropped`: the cart or the order has no room for the line. */
  kind: 'limited' | 'dropped';
  rifaId: string;
  title: string;
  /** Limit of the rifa per order. */
  max: number;
}

/**
 * Adds the lines of one cart to another. Lines of one rifa without a plan become one line; a number stays in the cart
 * once; the cotas of a rifa stay within its limit per order.
 */
export function mergeLines(
  own: readonly CartItem[],
  added: readonly CartItem[],
): { items: CartItem[]; notes: MergeNote[] } {
  const items = [...own];
  const notes: MergeNote[] = [];
  for (const line of added) {
    const { rifaId, maxPerOrder: max, rifaTitle: title } = line;
    const note = (kind: MergeNote['kind']) => void notes.push({ kind, rifaId, title, max });
    const at = items.findIndex((item) => canJoin(item, line));
    const others = items.filter((item, index) => item.rifaId === rifaId && index !== at);
    const room = max - totalQuantity(others);
    const joined = withDistinctNumbers(at === -1 ? line : join(items[at]!, line), others);
    if (joined.quantity === 0) continue;
    if (room < 1 || (joined.tier !== null && joined.quantity > room)) note('dropped');
    else if (at === -1 && items.length >= MAX_CART_LINES) note('dropped');
    else {
      if (joined.quantity > room) note('limited');
      const fitting = withinBounds({ ...joined, quantity: Math.min(joined.quantity, room) });
      if (at === -1) items.push(fitting);
      else items[at] = fitting;
    }
  }
  return { items, notes };
}

/** Lines with a plan are not merged, because they keep their bonus; nor are picked and suggested numbers. */
function canJoin(one: CartItem, other: CartItem): boolean {
  const isPlain = one.tier === null && other.tier === null;
  return isPlain && one.rifaId === other.rifaId && Boolean(one.chosen) === Boolean(other.chosen);
}

function join(one: CartItem, other: CartItem): CartItem {
  const numbers = [...new Set([...one.selectedNumbers, ...other.selectedNumbers])];
  // A number picked on two devices is one cota.
  const quantity = one.chosen ? numbers.length : one.quantity + other.quantity;
  return { ...one, quantity, selectedNumbers: numbers };
}

function withDistinctNumbers(line: CartItem, others: readonly CartItem[]): CartItem {
  const numbersInUse = new Set(numbersInCart(others, line.rifaId));
  const numbers = line.selectedNumbers.filter((number) => !numbersInUse.has(number));
  return { ...line, selectedNumbers: numbers, ...(line.chosen && { quantity: numbers.length }) };
}

export const agreedLines = (lines: readonly CartItem[]): AgreedLine[] =>
  lines.map((line) => ({ id: line.id, content: contentOf(line) }));

function contentOf({ quantity, tier, bonusQuantity, selectedNumbers, chosen }: CartItem): string {
  const numbers = selectedNumbers.toSorted((a, b) => a - b);
  return JSON.stringify([quantity, tier, bonusQuantity, numbers, Boolean(chosen)]);
}

/**
 * Three-way merge of the cart on this device with the one on the server: what either side added, changed or removed
 * since they last agreed. A line changed on both sides keeps this device's state.
 */
export function reconcileLines(
  agreed: readonly AgreedLine[],
  here: readonly CartItem[],
  there: readonly CartItem[],
): CartItem[] {
  const agreedContents = new Map(agreed.map(({ id, content }) => [id, content]));
  const thereById = new Map(there.map((line) => [line.id, line]));
  const keptLines: CartItem[] = [];
  for (const line of here) {
    const other = thereById.get(line.id);
    if (!other && agreedContents.has(line.id)) continue;
    const content = contentOf(line);
    // Of equal copies this device's is kept: the server's lacks the accepted price.
    const isTheirs = other && agreedContents.get(line.id) === content && contentOf(other) !== content;
    const kept = withDistinctNumbers(isTheirs ? other : line, keptLines);
    if (kept.quantity > 0) keptLines.push(kept);
  }
  const keptIds = new Set(here.map(({ id }) => id));
  const fromThere = there.filter(({ id }) => !agreedContents.has(id) && !keptIds.has(id));
  return mergeLines(keptLines, fromThere).items;
}
