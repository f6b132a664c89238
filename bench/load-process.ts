/** Buyers at their browsers: keeps its connections open and pays for the orders it is given. Ends with its parent. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { rush } from './rush.ts';
import type { LoadRequest, LoadSetup, Sales } from './sellers.ts';
import type { PlannedOrder } from './stock.ts';

interface Answer {
  items: { changed: number[] }[];
}

const customerInfo = {
  name: 'Maria Aparecida da Silva',
  email: 'maria@exemplo.com.br',
  phone: '(82) 99999-0001',
  cpf: '529.982.247-25',
};

let setup: LoadSetup;
let agent: Agent;
/** Each session buys in turn: one that buys all the time would meet the limit on payments. */
let nextSession = 0;

process.on('disconnect', () => process.exit());
process.on('message', (message: LoadSetup | LoadRequest) => {
  if ('orders' in message) return void sell(message).then((sales) => process.send!(sales));
  setup = message;
  agent = new Agent({ keepAlive: true, maxSockets: setup.buyers });
});

async function sell({ orders, milliseconds }: LoadRequest): Promise<Sales> {
  let kept = 0;
  const bodies = orders.map(bodyOf);
  const tasks = orders.map(({ wishedNumbers }, index) => async () => {
    const { items } = await pay(setup.ports[index % setup.ports.length]!, bodies[index]!);
    if (wishedNumbers.length > 0) kept += wishedNumbers.length - items[0]!.changed.length;
  });
  const result = await rush(tasks, setup.buyers, (elapsed) => elapsed < milliseconds);
  return { ...result, kept };
}

function bodyOf({ rifaId, quantity, wishedNumbers }: PlannedOrder): string {
  const items = [{ title: 'Moto', quantity, price: 1, selected_numbers: wishedNumbers, rifaId }];
  return JSON.stringify({ items, customerInfo, rifaId });
}

function pay(port: number, body: string): Promise<Answer> {
  const token = setup.tokens[nextSession++ % setup.tokens.length]!;
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
        'idempotency-key': randomUUID(),
      },
    });
    asking.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text) as Answer);
        else reject(new Error(`${response.statusCode}: ${text}`));
      });
    });
    asking.end(body);
  });
}
