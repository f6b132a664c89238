/**
 * A process that takes several orders through every step; the crash test kills it at any of them. It prints each
 * acknowledgement as a JSON line. Usage: `node order-life.testing.ts DATABASE_URL BUYER RIFA RIFA`.
 */
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { systemClock, systemRandom } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log/log.ts';
import { expireOrders } from '../expire-orders.ts';
import { line, request } from '../../orders.testing.ts';
import { releaseOrder } from '../release-order.ts';
import { createOrderBatchWriter } from '../../reservation/order-batch-writer.ts';
import { settleOrder } from '../settle-order.ts';

export type OrderAcknowledgement = { promised: 'order'; id: string } | { promised: 'paid'; id: string };

const [url = '', buyer = '', ...rifas] = process.argv.slice(2);
const pool = connectPool({ url, max: 2 });
const db = connectKysely(pool);
const platform = { db, pool, clock: systemClock, random: systemRandom, log: createLog('silent') };
const writer = createOrderBatchWriter(platform);

async function reserve(quantity: number, requested: number[], changes = {}): Promise<string> {
  const lines = rifas.map((rifa) => line(rifa, quantity, requested));
  const result = await writer.reserve(request(buyer, lines, changes));
  if (!result.ok) throw new Error(result.code);
  printAcknowledgement({ promised: 'order', id: result.order.id });
  return result.order.id;
}

function printAcknowledgement(promised: OrderAcknowledgement): void {
  process.stdout.write(`${JSON.stringify(promised)}\n`);
}

const inTransaction = db.transaction();
const [paid, cancelled] = await Promise.all([reserve(3, [1, 2, 3]), reserve(2, [2, 9]), reserve(4, [])]);
await reserve(2, [], { holdExpiresAt: new Date(0) });
await inTransaction.execute((trx) => settleOrder(trx, paid, new Date()));
printAcknowledgement({ promised: 'paid', id: paid });
await inTransaction.execute((trx) => releaseOrder(trx, cancelled, 'cancelled'));
await expireOrders(platform);
await inTransaction.execute((trx) => settleOrder(trx, cancelled, new Date()));
await inTransaction.execute((trx) => releaseOrder(trx, cancelled, 'refunded'));
await writer.close();
await pool.end();
