/** Invariants of the shop after a sequence. */
import type { DrawsTestbed } from '../../draws/draws.testing.ts';
import { lockPrize } from '../../draws/prizes/prizes.queries.ts';
import { isBalanced, readLedger } from '../../ledger/read-ledger.ts';
import { type NumberCounts, checkNumberCounts } from '../../orders/orders.testing.ts';

export const TOTAL = 100;
/** Price of every cota, without bonus and discount. */
export const PRICE_CENTAVOS = 200;

export interface BoughtOrder {
  id: string;
  userId: string;
  externalReference: string;
  holdEnd: number;
  /** Numbers by rifa that the buyer must keep: paid in time, neither returned nor disputed. */
  due: Map<string, number[]>;
  isDisputed: boolean;
  /** The dispute was lost: the bank returned the money to the payer. */
  isLost: boolean;
}

interface Shop {
  bed: DrawsTestbed;
  rifas: readonly string[];
  orders: readonly BoughtOrder[];
  /** Rifas. */
  cancelled: ReadonlySet<string>;
}

/** Violated invariants of orders, gifts, winners and ledger. */
export async function findFaults({ bed, rifas, orders, cancelled }: Shop): Promise<string[]> {
  const ledger = await readLedger(bed.db);
  const faults = isBalanced(ledger) ? [] : [`the ledger: ${JSON.stringify(ledger)}`];
  for (const rifaId of rifas) {
    const { free, sold, reserved } = await readNumberCounts(bed, rifaId);
    if (free + sold !== TOTAL || reserved !== 0)
      faults.push(`rifa ${rifaId}: ${free} free, ${sold} sold, ${reserved} reserved`);
    const status = await bed.statusOf(rifaId);
    if (status !== (cancelled.has(rifaId) ? 'cancelled' : 'completed'))
      faults.push(`rifa ${rifaId} is ${status}`);
    for (const { id, orderId, winnerNumber } of await bed.winners(rifaId))
      if (!(await readHeldNumbers(bed, { id: orderId! })).get(rifaId)?.includes(winnerNumber))
        if (!(await isWithheld({ bed, orders }, id, orderId)))
          faults.push(`rifa ${rifaId}: no order holds the winning ${winnerNumber}`);
  }
  for (const bought of orders) faults.push(...(await findFaultsOfOrder(bed, bought)));
  return [...faults, ...(await findInconsistentGifts(bed))];
}

/** The bank returned the money after the freeze: the cota stays on the list, and its prize needs a review. */
async function isWithheld(
  { bed, orders }: Pick<Shop, 'bed' | 'orders'>,
  winnerId: string,
  orderId: string | null,
): Promise<boolean> {
  if (!orders.some(({ id, isLost }) => id === orderId && isLost)) return false;
  const prize = await bed.db.transaction().execute((trx) => lockPrize(trx, winnerId));
  return prize?.isPaid === false;
}

/** A gift is claimed as a whole, by one person, and only cotas of a paid order stay given. */
async function findInconsistentGifts(bed: DrawsTestbed): Promise<string[]> {
  const { rows } = await bed.pool.query<{ reference: string }>(
    `select gift.reference from cota_gifts gift join orders on orders.id = gift.order_id
      where gift.cancelled_at is null
      group by gift.reference
     having count(distinct gift.recipient_id) > 1 or count(gift.claimed_at) not in (0, count(*))
         or bool_or(orders.status = 'paid' and not exists (select from order_items item
              where item.order_id = gift.order_id and item.rifa_id = gift.rifa_id
                and gift.number = any (item.selected_numbers)))
         or bool_or(orders.status <> 'paid')`,
  );
  return rows.map(({ reference }) => `gift ${reference} is inconsistent`);
}

/** Checks that a buyer still has all cotas paid in time, and that the provider has exactly their price. */
async function findFaultsOfOrder(bed: DrawsTestbed, bought: BoughtOrder): Promise<string[]> {
  const held = await readHeldNumbers(bed, bought);
  const faults: string[] = [];
  for (const [rifaId, numbers] of bought.due)
    if (String(held.get(rifaId)) !== String(numbers))
      faults.push(`order ${bought.id} lost ${String(numbers)} of rifa ${rifaId}`);
  if (bought.isLost) return faults;
  const { rows } = await bed.pool.query<{ kept: number }>(
    `with made as (
       select id::text as id, amount, refunded from sandbox.payments
        where external_reference = $1 and status = 'approved'
       union all
       select payment_id, amount, refunded from provider_payments
        where external_reference = $1 and provider = 'cash'
     )
     select coalesce(sum(made.amount - made.refunded) * 100, 0)::int as kept from made`,
    [bought.externalReference],
  );
  const { kept } = rows[0]!;
  const price = [...held.values()].flat().length * PRICE_CENTAVOS;
  if (kept !== price) faults.push(`order ${bought.id}: ${kept} kept, ${price} due`);
  return faults;
}

/** Reads one snapshot, because webhooks arrive at any time. */
export function readNumberCounts(bed: DrawsTestbed, rifaId: string): Promise<NumberCounts> {
  return bed.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => checkNumberCounts(trx, rifaId));
}

/** Numbers by rifa of a live order. */
export async function readHeldNumbers(
  bed: DrawsTestbed,
  { id }: Pick<BoughtOrder, 'id'>,
): Promise<Map<string, number[]>> {
  const items = await bed.db
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select(['orderItems.rifaId', 'orderItems.selectedNumbers'])
    .where('orderId', '=', id)
    .where('orders.status', 'in', ['pending', 'paid'])
    .execute();
  return new Map(
    items
      .filter(({ selectedNumbers }) => selectedNumbers.length > 0)
      .map(({ rifaId, selectedNumbers }) => [rifaId, selectedNumbers]),
  );
}
