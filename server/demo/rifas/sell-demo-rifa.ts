/** Sells a share of a demo rifa to demo buyers: paid orders, taken numbers, consistent counters. */
import { HOLD_MS } from '@mare/domain/orders/hold.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { demoLogin, demoPeople, type DemoPerson } from '@mare/database/seed/demo-people.ts';
import { type DemoRifa, demoSoldCount } from '@mare/database/seed/demo-rifa.ts';
import { reachedMilestone } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import { PAGE_SIZE } from '@mare/domain/numbers/number-page.ts';
import type { NumberPermutation } from '@mare/domain/numbers/number-permutation.ts';
import { pageKeysOf } from '@mare/domain/numbers/page-key.ts';
import { sql, type Transaction } from 'kysely';
import { recordReceipt } from '../../orders/lifecycle/record-receipt.ts';
import { findPermutations } from '../../orders/numbers/number-permutations.ts';
import type { Random } from '../../platform/clock.ts';
import { payDemoOrders } from '../../payments/demo-payments/pay-demo-orders.ts';
import type { ChooseDemoBuyer } from './choose-demo-buyer.ts';
import type { FoundDemoDraw } from './find-demo-draw.ts';
import { demoSaleTime } from './demo-sale-time.ts';

const MAX_ORDERS = 300;
const ORDERS_PER_BATCH = 100;
/** Maria gets a few orders instead of hundreds: one per rifa, and those with her winning numbers. */
const visitor = demoLogin('maria@exemplo.com.br');
/** 0-based, among the orders without a winning number. */
const VISITOR_PLACE = 4;

interface DemoOrder {
  /** Null: not chosen yet. */
  buyer: DemoPerson | null;
  numbers: number[];
}

export async function sellDemoRifa(
  trx: Transaction<DB>,
  random: Random,
  rifa: DemoRifa,
  sales: { from: Date; until: Date; winners: FoundDemoDraw['winners'] },
  chooseBuyer: ChooseDemoBuyer,
): Promise<void> {
  const sold = demoSoldCount(rifa);
  if (sold === 0) return;
  const permutation = (await findPermutations(trx, [rifa.id])).get(rifa.id)!;
  const numbers = Array.from({ length: sold }, (_, position) => permutation.numberAt(position));
  const lots = splitIntoOrders(rifa, numbers, random, sales.winners);
  const orders = lots.map(({ buyer, numbers: taken }, index) => {
    const at = demoSaleTime(sales, index / lots.length);
    const centavos = taken.length * rifa.priceInCentavos;
    return { numbers: taken, at, buyer: buyer ?? chooseBuyer(random, { at, centavos }) };
  });
  for (let at = 0; at < orders.length; at += ORDERS_PER_BATCH)
    await insertOrders(trx, random, { ...rifa, permutation }, orders.slice(at, at + ORDERS_PER_BATCH));
  await takeNumbers(trx, rifa, sold);
}

/**
 * Winners of finished draws get an order with their number; the other cotas are spread over the buyers in orders of
 * varied size.
 */
function splitIntoOrders(
  rifa: DemoRifa,
  numbers: readonly number[],
  random: Random,
  drawn: FoundDemoDraw['winners'],
): DemoOrder[] {
  const winners = new Map(drawn.map(({ number, personId }) => [number, personId]));
  const orders: DemoOrder[] = [...winners].map(([number, personId]) => ({
    buyer: demoPeople.find(({ id }) => id === personId)!,
    numbers: [number],
  }));
  const rest = numbers.filter((number) => !winners.has(number));
  const average = Math.max(
    rifa.minPerOrder,
    Math.min(8, rifa.maxPerOrder),
    Math.ceil(rest.length / MAX_ORDERS),
  );
  const wonByVisitor = orders.filter(({ buyer }) => buyer === visitor).length;
  for (let at = 0; at < rest.length;) {
    const size = Math.min(
      rifa.maxPerOrder,
      Math.max(1, Math.round(average * (0.4 + (1.2 * random.bytes(1)[0]!) / 255))),
    );
    orders.push({ buyer: null, numbers: rest.slice(at, at + size) });
    at += size;
  }
  const others = orders.slice(winners.size);
  // Not the first one: rifas begin at the same time of day.
  const chosen = others[Math.min(VISITOR_PLACE, others.length - 1)];
  if (chosen && wonByVisitor < 2) chosen.buyer = visitor;
  return orders;
}

async function insertOrders(
  trx: Transaction<DB>,
  random: Random,
  rifa: DemoRifa & { permutation: NumberPermutation },
  orders: readonly { buyer: DemoPerson; numbers: number[]; at: Date }[],
): Promise<void> {
  const rows = orders.map(({ buyer, numbers, at }) => {
    const id = random.uuid();
    const amount = numericFromCentavos(numbers.length * rifa.priceInCentavos);
    return {
      buyer,
      order: {
        id,
        externalReference: random.bytes(16).toString('hex'),
        userId: buyer.id,
        clientRequestId: `demo-${id}`,
        rifaId: rifa.id,
        quantity: numbers.length,
        totalAmount: amount,
        customer: JSON.stringify({ name: buyer.name, email: buyer.email }),
        status: 'paid',
        holdExpiresAt: new Date(at.getTime() + HOLD_MS),
        paidAt: new Date(at.getTime() + 90_000),
        createdAt: at,
        updatedAt: at,
      },
      item: {
        orderId: id,
        lineNo: 1,
        rifaId: rifa.id,
        quantity: numbers.length,
        unitPrice: numericFromCentavos(rifa.priceInCentavos),
        totalAmount: amount,
        selectedNumbers: numbers.toSorted((a, b) => a - b),
        cotaPages: pageKeysOf(rifa.id, numbers, rifa.permutation),
      },
    };
  });
  await trx
    .insertInto('orders')
    .values(rows.map((row) => row.order))
    .execute();
  await trx
    .insertInto('orderItems')
    .values(rows.map((row) => row.item))
    .execute();
  await payDemoOrders(
    trx,
    rows.map(({ order, buyer }) => ({ ...order, buyer })),
  );
  for (const { order, item } of rows)
    if (order.userId === visitor.id)
      await recordReceipt(
        trx,
        { id: order.id, customer: JSON.parse(order.customer) as unknown, receiptNonce: null },
        [{ rifaId: rifa.id, numbers: item.selectedNumbers }],
        order.paidAt,
      );
}

/** Positions are sold in order, so the first pages are full and at most one is partly taken. */
async function takeNumbers(
  trx: Transaction<DB>,
  { id: rifaId, totalNumbers }: DemoRifa,
  sold: number,
): Promise<void> {
  await sql`
    update number_pages as page set
      taken_count = filled.count,
      taken = (repeat('1', filled.count) || repeat('0', ${sql.lit(PAGE_SIZE)} - filled.count))::bit(1024)
    from (select page_no, least(size, ${sold}::integer - page_no * ${sql.lit(PAGE_SIZE)}) as count
          from number_pages where rifa_id = ${rifaId}) as filled
    where page.rifa_id = ${rifaId} and page.page_no = filled.page_no and filled.count > 0`.execute(trx);
  await trx
    .updateTable('rifaCounters')
    .set({ sold })
    .where('rifaId', '=', rifaId)
    .where('stripe', '=', 0)
    .execute();
  await trx
    .updateTable('rifas')
    // Marks the milestone as already announced.
    .set({ soldNumbers: sold, milestone: reachedMilestone(sold, totalNumbers) })
    .where('id', '=', rifaId)
    .execute();
}
