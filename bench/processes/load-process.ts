/** Load generator: places the orders it receives as concurrent buyers. Exits with its parent. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import { Client } from 'undici';
import { benchBuyer } from '../shop/bench-buyers.ts';
import { runConcurrently } from '../selling/run-concurrently.ts';
import type { LoadRequest, LoadSetup, Sales } from '../selling/sellers.ts';
import type { PlannedOrder } from '../shop/stock.ts';

interface PaymentResponse {
  items: { changed: number[] }[];
}

type PaymentResult = { ok: true; value: PaymentResponse } | { ok: false; retryAfterSeconds: number };

const contact = { name: 'Maria Aparecida da Silva', phone: '(82) 99999-0001' };

let setup: LoadSetup;
/** Opened before the sale starts, as by visitors who wait for it. */
const connections: Client[] = [];
/** Connections opened concurrently. */
const CONNECT_CONCURRENCY = 64;
/** Sessions take turns, so that none exceeds the rate limit on payments. */
let nextSession = 0;

process.on('disconnect', () => process.exit());
process.on('message', (message: LoadSetup | LoadRequest) => {
  if ('orders' in message) void sell(message).then((sales) => process.send!(sales));
  else setup = message;
});

/** A rejected buyer retries the same order until it succeeds. */
async function sell({ orders, milliseconds, buyers }: LoadRequest): Promise<Sales> {
  await connect(buyers);
  const idle = connections.slice(0, buyers);
  let kept = 0;
  const accepted: number[] = [];
  const rejections: number[] = [];
  const tasks = orders.map(({ requestedNumbers }, index) => async () => {
    const connection = idle.pop()!;
    const buyer = nextSession++ % setup.tokens.length;
    const token = setup.tokens[buyer]!;
    const body = bodyOf(orders[index]!, buyer);
    const key = randomUUID();
    for (;;) {
      const started = performance.now();
      const payment = await pay(connection, token, key, body);
      const latencyMs = performance.now() - started;
      if (payment.ok) {
        accepted.push(latencyMs);
        idle.push(connection);
        if (requestedNumbers.length > 0)
          kept += requestedNumbers.length - payment.value.items[0]!.changed.length;
        return;
      }
      rejections.push(latencyMs);
      // Same backoff as the checkout page (web/app/purchase/place-order/retry-when-busy.ts).
      await pause((payment.retryAfterSeconds + Math.random()) * 1000);
    }
  });
  const result = await runConcurrently(tasks, buyers, (elapsed) => elapsed < milliseconds);
  const ascending = (latencies: number[]) => latencies.sort((one, other) => one - other);
  return { ...result, kept, accepted: ascending(accepted), rejections: ascending(rejections) };
}

/** Opens missing connections, each with a cheap request. */
async function connect(buyers: number): Promise<void> {
  const missing = Array.from({ length: Math.max(0, buyers - connections.length) }, (_, index) => async () => {
    const port = setup.ports[index % setup.ports.length]!;
    const connection = new Client(`http://127.0.0.1:${port}`, { keepAliveMaxTimeout: 600_000 });
    const { body } = await connection.request({ method: 'GET', path: '/healthz' });
    await body.dump();
    connections.push(connection);
  });
  await runConcurrently(missing, CONNECT_CONCURRENCY);
}

function bodyOf({ rifaId, quantity, requestedNumbers }: PlannedOrder, buyer: number): string {
  const items = [{ title: 'Moto', quantity, price: 1, selected_numbers: requestedNumbers, rifaId }];
  const customerInfo = { ...contact, ...benchBuyer(buyer) };
  return JSON.stringify({ items, customerInfo, rifaId, acceptedTerms: TERMS.version });
}

async function pay(connection: Client, token: string, key: string, body: string): Promise<PaymentResult> {
  const response = await connection.request({
    method: 'POST',
    path: '/api/checkout/payments',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body,
  });
  const text = await response.body.text();
  if (response.statusCode === 200) return { ok: true, value: JSON.parse(text) as PaymentResponse };
  const retryAfterSeconds = Number(response.headers['retry-after']);
  if (response.statusCode === 503 && retryAfterSeconds > 0) return { ok: false, retryAfterSeconds };
  throw new Error(`${response.statusCode}: ${text}`);
}
