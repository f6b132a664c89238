/**
 * Random histories against a simple model of the state of each number. Commands of one group run concurrently: the
 * model checks only what holds for every interleaving. A group of one is checked exactly.
 *
 * MODEL_RUNS sets the number of histories (default 60).
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canChangeOrder, ORDER_STATES, type OrderStatus } from '@mare/domain/orders/order-state.ts';
import { expireOrders } from '../expire-orders.ts';
import {
  addBuyer,
  addRifa,
  checkNumberCounts,
  createOrderTestbed,
  line,
  request,
} from '../../orders.testing.ts';
import { type ReleasedStatus, releaseOrder, type ReleaseOutcome } from '../release-order.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from '../../reservation/order-batch-writer.ts';
import type { ReserveResult } from '../../reservation/reserve-request.ts';
import { settleOrder, type SettleOutcome } from '../settle-order.ts';

const TOTALS = [12, 1500] as const;

interface RequestedLine {
  rifa: number;
  quantity: number;
  requested: number[];
}

type Command =
  | { do: 'reserve'; lines: RequestedLine[]; isExpired: boolean }
  | { do: 'settle'; order: number }
  | { do: 'release'; order: number; to: ReleasedStatus }
  | { do: 'expire' };

interface ModelOrder {
  id: string;
  status: OrderStatus;
  isExpired: boolean;
  lines: { rifa: number; numbers: number[] }[];
}

const requestedLine = fc.constantFrom(0, 1).chain((rifa) =>
  fc.record<RequestedLine>({
    rifa: fc.constant(rifa),
    quantity: rifa === 0 ? fc.integer({ min: 1, max: 6 }) : fc.integer({ min: 1, max: 700 }),
    requested: fc.array(fc.integer({ min: 1, max: TOTALS[rifa] + 1 }), { maxLength: 8 }),
  }),
);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      lines: fc.array(requestedLine, { minLength: 1, maxLength: 3 }),
      isExpired: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), order: fc.nat(40) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('release' as const),
      order: fc.nat(40),
      to: fc.constantFrom<ReleasedStatus>('cancelled', 'failed', 'refunded', 'charged_back'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'expire' as const }) },
);
const history = fc.array(fc.array(command, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });

/** A late payment concurrent with the end of another order of the same buyer, which once deadlocked in 10% of runs. */
const latePaymentDuringRelease: Command[][] = [
  [{ do: 'reserve', lines: [{ rifa: 0, quantity: 1, requested: [] }], isExpired: true }],
  [{ do: 'reserve', lines: [{ rifa: 0, quantity: 1, requested: [] }], isExpired: false }],
  [{ do: 'settle', order: 1 }, { do: 'expire' }],
  [
    { do: 'release', order: 1, to: 'charged_back' },
    { do: 'settle', order: 0 },
  ],
];
const RACES = 40;

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let writers: OrderBatchWriter[];
let buyer: string;
beforeAll(async () => {
  bed = await createOrderTestbed({ maxConnections: 12 });
  writers = [createOrderBatchWriter(bed.platform), createOrderBatchWriter(bed.platform)];
  buyer = await addBuyer(bed.db);
});
afterAll(async () => {
  await Promise.all(writers.map((writer) => writer.close()));
  await bed.drop();
});

test('matches the model in random concurrent histories', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(history, async (groups) => {
      const rifas = await Promise.all(TOTALS.map((total) => addRifa(bed.db, total)));
      const orders: ModelOrder[] = [];
      for (const group of groups) await runGroup(group, rifas, orders);
    }),
    {
      numRuns: RACES + Number(process.env.MODEL_RUNS ?? 60),
      examples: Array.from({ length: RACES }, () => [latePaymentDuringRelease]),
    },
  );
}, 3_600_000);

type Outcome = ReserveResult | SettleOutcome | ReleaseOutcome | 'nothing' | 'expired';

async function runGroup(group: Command[], rifas: string[], orders: ModelOrder[]): Promise<void> {
  const before = orders.map((order) => ({ ...order }));
  const outcomes = await Promise.all(group.map((one, index) => execute(one, index, rifas, before)));
  if (group.length === 1) checkAlone(group[0]!, outcomes[0]!, rifas, before);
  for (const [index, command] of group.entries()) addReserved(command, outcomes[index]!, rifas, orders);
  await readStates(orders);
  for (const [rifa, rifaId] of rifas.entries()) {
    const counts = await checkNumberCounts(bed.db, rifaId);
    expect(counts).toEqual({
      total: TOTALS[rifa],
      free: TOTALS[rifa]! - held(orders, rifa, 'reserved').length - held(orders, rifa, 'sold').length,
      reserved: held(orders, rifa, 'reserved').length,
      sold: held(orders, rifa, 'sold').length,
    });
  }
}

async function execute(
  command: Command,
  index: number,
  rifas: string[],
  orders: ModelOrder[],
): Promise<Outcome> {
  if (command.do === 'reserve') {
    const lines = command.lines.map(({ rifa, quantity, requested }) =>
      line(rifas[rifa]!, quantity, requested),
    );
    const changes = command.isExpired ? { holdExpiresAt: new Date(0) } : {};
    return writers[index % 2]!.reserve(request(buyer, lines, changes));
  }
  if (command.do === 'expire') {
    await expireOrders(bed.platform);
    return 'expired';
  }
  const order = orders[command.order];
  if (!order) return 'nothing';
  return bed.db
    .transaction()
    .execute((trx) =>
      command.do === 'settle'
        ? settleOrder(trx, order.id, new Date())
        : releaseOrder(trx, order.id, command.to),
    );
}

/** Without concurrency, the expected result is known exactly. */
function checkAlone(command: Command, outcome: Outcome, rifas: string[], orders: ModelOrder[]): void {
  if (command.do === 'reserve')
    expect(outcome).toMatchObject(expectedReservation(command.lines, rifas, orders));
  const order = 'order' in command ? orders[command.order] : undefined;
  if (!order) return;
  if (command.do === 'settle') expect(outcome).toBe(expectedSettlement(order, orders));
  if (command.do === 'release') {
    const allowed = canChangeOrder(order.status, command.to) ? 'released' : 'not_allowed';
    expect(outcome).toBe(order.status === command.to ? 'already' : allowed);
  }
}

function expectedReservation(lines: RequestedLine[], rifas: string[], orders: ModelOrder[]) {
  for (const { rifa } of lines) {
    const requestedQuantity = lines
      .filter((one) => one.rifa === rifa)
      .reduce((sum, one) => sum + one.quantity, 0);
    const remaining = TOTALS[rifa]! - live(orders, rifa).size;
    if (remaining === 0) return { ok: false, code: 'SOLD_OUT', rifaId: rifas[rifa] };
    if (remaining < requestedQuantity)
      return { ok: false, code: 'NOT_ENOUGH', rifaId: rifas[rifa], remaining };
  }
  const taken = TOTALS.map((_, rifa) => live(orders, rifa));
  const kept = lines.map(({ rifa, quantity, requested }) =>
    [...new Set(requested)].slice(0, quantity).filter((number) => {
      const free = number <= TOTALS[rifa]! && !taken[rifa]!.has(number);
      if (free) taken[rifa]!.add(number);
      return free;
    }),
  );
  return { ok: true, lines: kept.map((numbers) => ({ kept: numbers })) };
}

function expectedSettlement(order: ModelOrder, orders: ModelOrder[]): SettleOutcome {
  if (!canChangeOrder(order.status, 'paid')) return 'already';
  if (order.status === 'pending') return 'settled';
  const free = order.lines.every(({ rifa, numbers }) => {
    const taken = live(orders, rifa);
    return numbers.every((number) => !taken.has(number));
  });
  return free ? 'settled_late' : 'numbers_taken';
}

/** Adds new orders to the model with their result, after checking quantity and distinct numbers. */
function addReserved(command: Command, outcome: Outcome, rifas: string[], orders: ModelOrder[]): void {
  if (command.do !== 'reserve' || typeof outcome === 'string' || !outcome.ok) return;
  expect(outcome.lines.map((got) => got.numbers.length)).toEqual(
    command.lines.map((asked) => asked.quantity),
  );
  orders.push({
    id: outcome.order.id,
    status: 'pending',
    isExpired: command.isExpired,
    lines: outcome.lines.map(({ rifaId, numbers }) => ({ rifa: rifas.indexOf(rifaId), numbers })),
  });
}

/** Adopts the states after races, and checks that each is reachable by valid transitions. */
async function readStates(orders: ModelOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const rows = await bed.db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where(
      'id',
      'in',
      orders.map((order) => order.id),
    )
    .execute();
  const states = new Map(rows.map((row) => [row.id, row.status as OrderStatus]));
  for (const order of orders) {
    const status = states.get(order.id)!;
    expect(reachable(order.status)).toContain(status);
    order.status = status;
  }
}

function reachable(from: OrderStatus): Set<OrderStatus> {
  const found = new Set([from]);
  for (const status of found) for (const next of ORDER_STATES[status].next) found.add(next);
  return found;
}

function held(orders: ModelOrder[], rifa: number, holding: 'reserved' | 'sold'): number[] {
  return orders
    .filter((order) => ORDER_STATES[order.status].holding === holding)
    .flatMap((order) => order.lines.filter((one) => one.rifa === rifa).flatMap((one) => one.numbers));
}

function live(orders: ModelOrder[], rifa: number): Set<number> {
  return new Set([...held(orders, rifa, 'reserved'), ...held(orders, rifa, 'sold')]);
}
