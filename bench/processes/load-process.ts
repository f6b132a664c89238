/** Buyers at their browsers: keeps its connections open and pays for the orders it is given. Ends with its parent. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
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
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
/** Each session buys in turn: one that buys all the time would meet the limit on payments. */
let nextSession = 0;

process.on('disconnect', () => process.exit());
process.on('message', (message: LoadSetup | LoadRequest) => {
  if ('orders' in message) void sell(message).then((sales) => process.send!(sales));
  else setup = message;
});

/** Who is asked to wait comes again, with the same order, as often as it takes. */
async function sell({ orders, milliseconds, buyers }: LoadRequest): Promise<Sales> {
  let kept = 0;
  const accepted: number[] = [];
  const turnedAway: number[] = [];
  const bodies = orders.map(bodyOf);
  const tasks = orders.map(({ wishedNumbers }, index) => async () => {
    const port = setup.ports[index % setup.ports.length]!;
    const token = setup.tokens[nextSession++ % setup.tokens.length]!;
    const key = randomUUID();
    for (;;) {
      const asked = performance.now();
      const answered = await pay(port, token, key, bodies[index]!);
      if (answered.ok) {
        accepted.push(performance.now() - asked);
        if (wishedNumbers.length > 0) kept += wishedNumbers.length - answered.answer.items[0]!.changed.length;
        return;
      }
      turnedAway.push(performance.now() - asked);
      // As the checkout page does (web/app/checkout/waiting-line.ts).
      await pause((answered.retryAfterSeconds + Math.random()) * 1000);
    }
  });
  const result = await rush(tasks, buyers, (elapsed) => elapsed < milliseconds);
  const ascending = (all: number[]) => all.sort((one, other) => one - other);
  return { ...result, kept, accepted: ascending(accepted), turnedAway: ascending(turnedAway) };
}

function bodyOf({ rifaId, quantity, wishedNumbers }: PlannedOrder): string {
  const items = [{ title: 'Moto', quantity, price: 1, selected_numbers: wishedNumbers, rifaId }];
  return JSON.stringify({ items, customerInfo, rifaId });
}

function pay(port: number, token: string, key: string, body: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asking = request({
      agent,
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/checkout/payments',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': key,
      },
    });
    asking.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject).on('end', () => {
        const retryAfterSeconds = Number(response.headers['retry-after']);
        if (response.statusCode === 200) resolve({ ok: true, answer: JSON.parse(text) as Answer });
        else if (response.statusCode === 503 && retryAfterSeconds > 0)
          resolve({ ok: false, retryAfterSeconds });
        else reject(new Error(`${response.statusCode}: ${text}`));
      });
    });
    asking.end(body);
  });
}
