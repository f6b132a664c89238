/**
 * Cotas that honest buyers get while hoarders reserve and never pay, relative to a shop without hoarders. Each minute,
 * 100 accounts of 10 persons reserve as much as they can, against buyers who pay within minutes. Simulates hours on the
 * real reservation code with a simulated clock. `npm run bench -- hoarding`.
 *
 * Options: `--numbers N` (3500); `--hours N` (6); `--seed N` (1); `--persons N` (10); `--uncapped` shows the shop without
 * the cap. Fails below 95%.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { expireOrders } from '@mare/server/orders/lifecycle/expire-orders.ts';
import { settleOrder } from '@mare/server/orders/lifecycle/settle-order.ts';
import { createOrderBatchWriter } from '@mare/server/orders/reservation/order-batch-writer.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { openShop, orderOf, type Shop } from '../shop/bench-shop.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';

const GOAL = 0.95;
const ACCOUNTS = 100;
const MINUTE_MS = 60_000;
const HOLD_MINUTES = 15;
/** Orders of honest buyers. */
const HONEST_PER_MINUTE = 3;
const MAX_PER_ORDER = 500;

const { values: options } = parseArgs({
  options: {
    numbers: { type: 'string', default: '3500' },
    hours: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    persons: { type: 'string', default: '10' },
    uncapped: { type: 'boolean', default: false },
  },
});
const numbers = Number(options.numbers);
const minutes = Number(options.hours) * 60;
const persons = Number(options.persons);

interface Outcome {
  /** Cotas that honest buyers paid. */
  paid: number;
  /** Orders of honest buyers that were rejected. */
  rejected: number;
  /** Most cotas that hoarders held at one time. */
  held: number;
}

const cleanup = createCleanup();
try {
  const shop = await openShop(8, cleanup);
  const withoutHoarders = await sell(shop, 0);
  const withHoarders = await sell(shop, ACCOUNTS);
  const share = withHoarders.paid / withoutHoarders.paid;
  console.table({ 'without hoarders': withoutHoarders, 'with hoarders': withHoarders });
  console.log(`honest buyers got ${(share * 100).toFixed(1)}% of what they get without hoarders`);
  if (share < GOAL) process.exitCode = 1;
} finally {
  await cleanup.run();
}

/** One rifa, sold for hours. Both runs have the same honest buyers. */
async function sell(shop: Shop, accounts: number): Promise<Outcome> {
  let now = Date.now();
  const platform = { ...shop.platform, clock: { now: () => new Date(now) } };
  const writer = createOrderBatchWriter(platform);
  const rifaId = await addSoldRifa(shop.db, shop.pool, numbers, 0);
  const hoarders = shop.users.slice(0, accounts);
  await mergeAccounts(shop, hoarders);
  const honestBuyers = shop.users.slice(ACCOUNTS);
  const random = createRandom(Number(options.seed));
  const outcome: Outcome = { paid: 0, rejected: 0, held: 0 };
  const payments = new Map<number, string[]>();
  let next = 0;

  const reserve = async (userId: string, cotas: number, network: string) => {
    const order = orderOf(userId, rifaId, cotas, []);
    const holdExpiresAt = new Date(now + HOLD_MINUTES * MINUTE_MS);
    const unpaidCap = options.uncapped ? undefined : { network };
    const reserved = await writer.reserve({ ...order, holdExpiresAt, unpaidCap });
    return reserved.ok ? order.orderId : reserved;
  };

  for (let minute = 0; minute < minutes; minute++, now += MINUTE_MS) {
    await expireOrders(platform);
    for (const orderId of payments.get(minute) ?? [])
      await shop.db.transaction().execute((trx) => settleOrder(trx, orderId, new Date(now)));
    await Promise.all(hoarders.map((userId, at) => reserveAllowed(userId, `198.51.100.${at % persons}`)));
    outcome.held = Math.max(outcome.held, await countHeldCotas(shop, rifaId, hoarders));
    for (let buyer = 0; buyer < HONEST_PER_MINUTE; buyer++) {
      const cotas = 1 + Math.floor(random() * 10);
      const minutesToPay = Math.floor(random() * 5);
      const at = next++ % honestBuyers.length;
      const reserved = await reserve(honestBuyers[at]!, cotas, `203.0.113.${at % 40}`);
      if (typeof reserved !== 'string') {
        outcome.rejected += 1;
        continue;
      }
      outcome.paid += cotas;
      payments.set(minute + 1 + minutesToPay, [...(payments.get(minute + 1 + minutesToPay) ?? []), reserved]);
    }
  }
  await writer.close();
  return outcome;

  /** Reserves as much as the answer allows. */
  async function reserveAllowed(userId: string, network: string): Promise<void> {
    let cotas = MAX_PER_ORDER;
    for (let tries = 0; tries < 3 && cotas > 0; tries++) {
      const reserved = await reserve(userId, cotas, network);
      if (typeof reserved === 'string') continue;
      if (reserved.code === 'UNPAID_LIMIT') cotas = Math.min(MAX_PER_ORDER, reserved.allowed);
      else if (reserved.code === 'NOT_ENOUGH') cotas = Math.min(cotas, reserved.remaining);
      else return;
    }
  }
}

async function mergeAccounts({ pool }: Shop, accounts: readonly string[]): Promise<void> {
  const owners = accounts.map((_, at) => accounts[at % persons]!);
  await pool.query(
    `update profiles set person_id = joined.person_id
     from unnest($1::uuid[], $2::uuid[]) as joined (id, person_id) where profiles.id = joined.id`,
    [accounts, owners],
  );
}

async function countHeldCotas({ pool }: Shop, rifaId: string, accounts: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ held: number }>(
    `select coalesce(sum(quantity), 0)::integer as held from orders
     where rifa_id = $1 and status = 'pending' and user_id = any($2::uuid[])`,
    [rifaId, accounts],
  );
  return rows[0]!.held;
}

/** Numbers from 0 to 1 that depend on the seed alone. */
function createRandom(seed: number): () => number {
  let count = 0;
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32;
}
