/** A purchase over HTTP whose process is killed between two steps: the buyer retries and gets one order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConnectionCut, startFaultyProxy } from '../orders/lifecycle/histories/faulty-proxy.testing.ts';
import { addRifa, checkNumberCounts, createOrderTestbed } from '../orders/orders.testing.ts';
import { buy } from './buyers/buy.testing.ts';
import { startTcpProxy } from './shop/tcp-proxy.testing.ts';
import { addPerson } from './buyers/people.testing.ts';
import { freePort, processEnvironment } from './shop/start-shop.testing.ts';
import { supervise } from './shop/supervise.testing.ts';

/** The message at which the process is killed, and whether the database still receives it. */
const CONNECTION_CUTS = [
  { after: 0.1, isDelivered: true },
  { after: 0.4, isDelivered: false },
  { after: 0.7, isDelivered: true },
];
const PAYMENT_TIMEOUT_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'mare-purchase-'));
let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
beforeAll(async () => {
  bed = await createOrderTestbed();
});
afterAll(async () => {
  await bed.drop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Buys and pays three cotas. The first process is killed at a message to the database; its successor keeps running.
 *
 * @param findCut receives the number of messages sent before the purchase
 * @returns the number of messages of the purchase, and whether the process died
 */
async function buyThrough(
  findCut: (before: number) => ConnectionCut,
): Promise<{ steps: number; hasDied: boolean }> {
  const cut: ConnectionCut = { at: Number.POSITIVE_INFINITY, isDelivered: false };
  const proxy = await startFaultyProxy(bed.url, cut, () => void shop.kill('SIGKILL'));
  const [tcpProxy, port] = [await startTcpProxy(), await freePort()];
  tcpProxy.forwardTo([port]);
  const url = `http://127.0.0.1:${tcpProxy.port}`;
  const environment = () =>
    processEnvironment({
      // Only the purchase runs until the crash.
      role: proxy.isCut() ? 'all' : 'web',
      port,
      url,
      databaseUrl: proxy.isCut() ? bed.url : proxy.url,
      dataDir: folder,
      clockOffsetMs: 0,
    });
  const shop = supervise('web', environment, join(folder, 'shop.log'));
  try {
    const [rifaId, buyer] = [await addRifa(bed.db, 100), await addPerson({ db: bed.db, url }, 'buyer')];
    await shop.ready();
    await buyer.call('/api/rifas');
    const before = proxy.seen();
    Object.assign(cut, findCut(before));
    const { order } = await buy({ url }, buyer, { rifaId, outcome: 'pay', quantity: 3 });
    const steps = proxy.seen() - before;
    const orders = () =>
      bed.db
        .selectFrom('orders')
        .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
        .select(['orders.id', 'orders.status'])
        .where('orderItems.rifaId', '=', rifaId)
        .execute();
    await expect
      .poll(orders, { timeout: PAYMENT_TIMEOUT_MS })
      .toEqual([{ id: order!.orderId, status: 'paid' }]);
    expect(await checkNumberCounts(bed.db, rifaId)).toEqual({ total: 100, free: 97, reserved: 0, sold: 3 });
    return { steps, hasDied: proxy.isCut() };
  } finally {
    await shop.stop();
    await tcpProxy.close();
    await proxy.close();
  }
}

test('creates one order, paid once, on a retry after a crash', async () => {
  const { steps } = await buyThrough(() => ({ at: Number.POSITIVE_INFINITY, isDelivered: false }));
  const crashes: boolean[] = [];
  for (const { after, isDelivered } of CONNECTION_CUTS) {
    const cutAt = (before: number) => ({ at: before + Math.ceil(steps * after), isDelivered });
    crashes.push((await buyThrough(cutAt)).hasDied);
  }
  // The number of polls depends on the machine, so the last cut may never come.
  expect(crashes).toContain(true);
}, 600_000);
