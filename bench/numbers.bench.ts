/**
 * How fast numbers sell: the order lane, with the order, its lines and its history written, against the floor.
 *
 * Options: `--json FILE` writes the rows; `--seconds N` measured for each row (2); `--buyers N` at once (64);
 * `--quick` the rows of the main table only.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drawWishedNumbers } from '@mare/server/orders/draw-wished-numbers.ts';
import { createOrderLane } from '@mare/server/orders/reserve-order.ts';
import { openShop, orderOf } from './bench-shop.ts';
import { measureFloor } from './floor.ts';
import { quantile, rush } from './rush.ts';
import { addSoldRifa } from './sold-rifas.ts';

interface Case {
  rifas: number;
  total: number;
  /** Share sold, 0 to 1. */
  sold: number;
  /** Cotas an order. */
  k: number;
  wished: boolean;
}

interface Row extends Case {
  ordersPerSecond: number;
  p50: number;
  p99: number;
  /** Of the orders per second to the floor's transactions per second. */
  ratio: number;
  p99Ratio: number;
  /** Share of the wished numbers that the orders got. */
  kept: number | null;
  walBytes: number;
  floorPerSecond: number;
}

const MAX_TASKS = 6_000;
const MAX_ROUNDS = 60;

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    buyers: { type: 'string', default: '64' },
    quick: { type: 'boolean', default: false },
  },
});
const buyers = Number(options.buyers);
const seconds = Number(options.seconds);

const base: Case = { rifas: 1, total: 1_000_000, sold: 0, k: 10, wished: true };
const main: Case[] = [1, 100].flatMap((rifas) =>
  [true, false].flatMap((wished) => [1, 10, 100].map((k) => ({ ...base, rifas, wished, k }))),
);
const flatness: Case[] = [10_000, 1_000_000, 10_000_000].flatMap((total) =>
  [0, 0.5, 0.95, 0.999, 0.9999].map((sold) => ({ ...base, total, sold })),
);
// Fewer numbers than buyers ask for at once measure nothing but refusals.
const cases = (options.quick ? main : [...main, ...flatness]).filter(
  ({ total, sold, k, rifas }) => total * (1 - sold) * rifas * 0.8 >= buyers * k,
);

const shop = await openShop(buyers);
const { db, pool, platform, users, url } = shop;
try {
  const rows: Row[] = [];
  // Compiled code, caches and connections are warm before the first row counts.
  await measure(base);
  let before = measureFloor(url, buyers, seconds);
  for (const one of cases) {
    const measured = await measure(one);
    const after = measureFloor(url, buyers, seconds);
    const floor = (before.perSecond + after.perSecond) / 2;
    rows.push({
      ...one,
      ...measured,
      ratio: measured.ordersPerSecond / floor,
      p99Ratio: measured.p99 / ((before.p99 + after.p99) / 2),
      floorPerSecond: floor,
    });
    before = after;
    print(rows.at(-1)!, rows.length === 1);
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ buyers, seconds, rows }, null, 2)}\n`);
} finally {
  await shop.close();
}

/** Sells in rounds, each on the same state: what a round sold is undone before the next, outside the measured time. */
async function measure(one: Case) {
  const rifaIds: string[] = [];
  for (let count = 0; count < one.rifas; count++)
    rifaIds.push(await addSoldRifa(db, pool, one.total, one.sold));
  await pool.query('drop table if exists bench_pages');
  await pool.query('create table bench_pages as select * from number_pages where rifa_id = any($1)', [
    rifaIds,
  ]);
  await pool.query('vacuum analyze');

  const free = one.total * (1 - one.sold) * one.rifas;
  // All wishes of a round are drawn before it: carts filled before the rush. A fifth of what is free is rush enough.
  const tasks = Math.min(MAX_TASKS, Math.max(buyers, Math.floor((free * 0.2) / one.k)));
  const wishes = await Promise.all(
    Array.from({ length: tasks }, async (_, index) => {
      if (!one.wished) return [];
      const wish = await drawWishedNumbers(platform, {
        rifaId: rifaIds[index % one.rifas]!,
        quantity: one.k,
      });
      return wish.ok ? wish.numbers : [];
    }),
  );
  const lane = createOrderLane(platform);
  // The first order of a rifa in a process works its permutation out: some milliseconds, once.
  for (const rifaId of rifaIds) await lane.reserve(orderOf(users[0]!, rifaId, 1, []));
  let kept = 0;
  let answers = 0;
  let spent = 0;
  const latencies: number[] = [];
  const wal = { bytes: 0 };
  for (let round = 0; spent < seconds && round < MAX_ROUNDS; round++) {
    await restore(rifaIds);
    const start = await walPosition();
    const result = await rush(
      wishes.map((wish, index) => async () => {
        const answer = await lane.reserve(
          orderOf(users[index % users.length]!, rifaIds[index % one.rifas]!, one.k, wish),
        );
        if (!answer.ok) throw new Error(`refused: ${answer.code}`);
        kept += answer.lines[0]!.kept.length;
      }),
      buyers,
      (elapsed) => spent + elapsed / 1000 < seconds,
    );
    wal.bytes += (await walPosition()) - start;
    answers += result.answers;
    spent += result.seconds;
    latencies.push(...result.latencies);
  }
  await lane.close();
  await pool.query('delete from number_pages where rifa_id = any($1)', [rifaIds]);
  latencies.sort((a, b) => a - b);
  return {
    ordersPerSecond: answers / spent,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    kept: one.wished ? kept / (answers * one.k) : null,
    walBytes: wal.bytes / answers,
  };
}

async function restore(rifaIds: string[]): Promise<void> {
  await pool.query('truncate orders, order_items, order_events cascade');
  await pool.query(
    `update number_pages p set taken = b.taken, taken_count = b.taken_count from bench_pages b
     where p.rifa_id = b.rifa_id and p.page_no = b.page_no and p.taken_count <> b.taken_count`,
  );
  await pool.query('update rifa_counters set reserved = 0 where rifa_id = any($1)', [rifaIds]);
  await pool.query('vacuum number_pages');
}

async function walPosition(): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    "select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes",
  );
  return Number(rows[0]!.bytes);
}

function print(row: Row, first: boolean): void {
  const table = {
    rifas: row.rifas,
    numbers: row.total.toLocaleString('en'),
    sold: `${(row.sold * 100).toFixed(2).replace(/\.?0+$/, '')}%`,
    k: row.k,
    wish: row.wished ? 'yes' : 'no',
    'orders/s': Math.round(row.ordersPerSecond).toLocaleString('en'),
    'p50 ms': row.p50.toFixed(1),
    'p99 ms': row.p99.toFixed(1),
    'of floor': row.ratio.toFixed(2),
    'p99/floor': row.p99Ratio.toFixed(1),
    kept: row.kept === null ? '' : row.kept.toFixed(3),
    'WAL B': Math.round(row.walBytes),
    'floor/s': Math.round(row.floorPerSecond).toLocaleString('en'),
  };
  const cells = (values: unknown[]) => values.map((value) => String(value).padStart(10)).join(' ');
  if (first) console.log(cells(Object.keys(table)));
  console.log(cells(Object.values(table)));
}
