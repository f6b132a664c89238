/** Sells in rounds; the state is restored between rounds, outside the measured time. */
import type { Shop } from '../shop/bench-shop.ts';
import type { Case } from './cases.ts';
import type { Measured } from '../reporting/report.ts';
import { quantile } from './run-concurrently.ts';
import type { Seller } from './sellers.ts';
import { createStock } from '../shop/stock.ts';

const MAX_ROUNDS = 60;

export async function measure(
  shop: Shop,
  seller: Seller,
  saleCase: Case,
  buyers: number,
  seconds: number,
): Promise<Measured> {
  const stock = await createStock(shop, saleCase, buyers);
  // Warm-up: a process computes a rifa's permutation at its first order, which takes some milliseconds.
  const warmUpOrders = stock.rifaIds.flatMap((rifaId) =>
    Array.from({ length: seller.processes }, () => ({ rifaId, quantity: 1, requestedNumbers: [] })),
  );
  await seller.sell(warmUpOrders, 600_000);
  let kept = 0;
  let completed = 0;
  let elapsedSeconds = 0;
  let walBytes = 0;
  const latencies: number[] = [];
  for (let round = 0; elapsedSeconds < seconds && round < MAX_ROUNDS; round++) {
    await stock.restore();
    const start = await walPosition(shop);
    const sales = await seller.sell(stock.orders, (seconds - elapsedSeconds) * 1000);
    walBytes += (await walPosition(shop)) - start;
    completed += sales.completed;
    kept += sales.kept;
    elapsedSeconds += sales.seconds;
    latencies.push(...sales.latencies);
  }
  await stock.remove();
  latencies.sort((a, b) => a - b);
  return {
    ordersPerSecond: completed / elapsedSeconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    kept: saleCase.requested ? kept / (completed * saleCase.k) : null,
    walBytes: walBytes / completed,
  };
}

/** WAL position in bytes. */
export async function walPosition({ pool }: Shop): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    "select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes",
  );
  return Number(rows[0]!.bytes);
}
