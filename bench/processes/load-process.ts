/** Buyers at their browsers, who pay for the orders they are given. Ends with its parent. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { rush } from '../selling/rush.ts';
import type { LoadRequest, LoadSetup, Sales } from '../selling/sellers.ts';
import type { PlannedOrder } from '../shop/stock.ts';

interface Answer {
  items: { changed: number[] }[];
}

type Answered = { ok: true; answer: Answer } | { ok: false; retryAfterSeconds: number };

const customerInfo = {
  name: 'Maria Aparecida da Silva',
  email: 'maria@exemplo.com.br',
  phone: '(82) 99999-0001',
  cpf: '529.982.247-25',
};

let setup: LoadSetup;
/** Opened while they looked at the rifa: when the sale begins, buyers have their connections. */
const connections: Client[] = [];
/** Connections that are opened at once: a crowd that comes to look does not come within one moment. */
const OPENED_AT_ONCE = 64;
/** Each session buys in turn: one that buys all the time would meet the limit on payments. */
let nextSession = 0;

process.on('disconnect', () => process.exit());
process.on('message', (message: LoadSetup | LoadRequest) => {
  if ('orders' in message) void sell(message).then((sales) => process.send!(sales));
  else setup = message;
});

/** Who is asked to wait comes again, with the same order, as often as it takes. */
async function sell({ orders, milliseconds, buyers }: LoadRequest): Promise<Sales> {
  await connect(buyers);
  const idle = connections.slice(0, buyers);
  let kept = 0;
  const accepted: number[] = [];
  const turnedAway: number[] = [];
  const bodies = orders.map(bodyOf);
  const tasks = orders.map(({ requestedNumbers }, index) => async () => {
    const connection = idle.pop()!;
    const token = setup.tokens[nextSession++ % setup.tokens.length]!;
    const key = randomUUID();
    for (;;) {
      const asked = performance.now();
      const answered = await pay(connection, token, key, bodies[index]!);
      const took = performance.now() - asked;
      if (answered.ok) {
        accepted.push(took);
        idle.push(connection);
        if (requestedNumbers.length > 0)
          kept += requestedNumbers.length - answered.answer.items[0]!.changed.length;
        return;
      }
      turnedAway.push(took);
      // As the checkout page does (web/app/purchase/place-order/retry-when-busy.ts).
      await pause((answered.retryAfterSeconds + Math.random()) * 1000);
    }
  });
  const result = await rush(tasks, buyers, (elapsed) => elapsed < milliseconds);
  const ascending = (all: number[]) => all.sort((one, other) => one - other);
  return { ...result, kept, accepted: ascending(accepted), turnedAway: ascending(turnedAway) };
}

/** Each with one request that costs next to nothing. */
async function connect(buyers: number): Promise<void> {
  const missing = Array.from({ length: Math.max(0, buyers - connections.length) }, (_, index) => async () => {
    const port = setup.ports[index % setup.ports.length]!;
    const connection = new Client(`http://127.0.0.1:${port}`, { keepAliveMaxTimeout: 600_000 });
    const { body } = await connection.request({ method: 'GET', path: '/healthz' });
    await body.dump();
    connections.push(connection);
  });
  await rush(missing, OPENED_AT_ONCE);
}

function bodyOf({ rifaId, quantity, requestedNumbers }: PlannedOrder): string {
  const items = [{ title: 'Moto', quantity, price: 1, selected_numbers: requestedNumbers, rifaId }];
  return JSON.stringify({ items, customerInfo, rifaId });
}

async function pay(connection: Client, token: string, key: string, body: string): Promise<Answered> {
  const answer = await connection.request({
    method: 'POST',
    path: '/api/checkout/payments',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body,
  });
  const text = await answer.body.text();
  if (answer.statusCode === 200) return { ok: true, answer: JSON.parse(text) as Answer };
  const retryAfterSeconds = Number(answer.headers['retry-after']);
  if (answer.statusCode === 503 && retryAfterSeconds > 0) return { ok: false, retryAfterSeconds };
  throw new Error(`${answer.statusCode}: ${text}`);
}
