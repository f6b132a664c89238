/** A purchase without a browser, each request by itself, so that each may meet another process; and what must be true after many. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@mare/contract/orders/orders.ts';
import type { RifaSummary } from '@mare/contract/rifas/rifas.ts';
import { checkBooks } from '@mare/server/orders/orders.testing.ts';
import type { Shop } from '../shop/bench-shop.ts';

interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const COTAS = 3;
const TRIES = 20;

/** Of a lost connection or a balancer without anybody behind it: comes again, as a browser's person does. */
async function ask<Answer>(url: string, token: string, options: Asking = {}): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    const answer = await fetch(url, {
      ...options,
      headers: {
        ...options.headers,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.${Math.floor(Math.random() * 250)}.${1 + Math.floor(Math.random() * 250)}`,
      },
    }).catch(() => null);
    if (answer?.ok) return (await answer.json()) as Answer;
    const isOutage = !answer || [502, 503, 504].includes(answer.status);
    if (!isOutage || tried === TRIES)
      throw new Error(`${url}: ${answer?.status ?? 'no answer'} ${await answer?.text()}`);
    await pause(100);
  }
}

/** Looks, fills the cart, pays, and looks at the order. @returns the order's id, as acknowledged */
export async function buyOnce(site: string, token: string): Promise<string> {
  const rifas = await ask<RifaSummary[]>(`${site}/api/rifas`, token);
  const rifa = await ask<RifaSummary>(`${site}/api/rifas/${rifas[0]!.id}`, token);
  await ask(`${site}/api/cart`, token, {
    method: 'PUT',
    body: JSON.stringify({ sessionId: `anon_${randomBytes(24).toString('base64url')}`, items: [] }),
  });
  const paying = await ask<{ order_id: string; external_reference: string }>(
    `${site}/api/checkout/payments`,
    token,
    {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        items: [
          {
            title: rifa.title,
            quantity: COTAS,
            price: rifa.priceCentavos / 100,
            selected_numbers: [],
            rifaId: rifa.id,
          },
        ],
        customerInfo: {
          name: 'Maria Aparecida da Silva',
          email: 'maria@exemplo.com.br',
          phone: '(82) 99999-0001',
          cpf: '529.982.247-25',
        },
        rifaId: rifa.id,
      }),
    },
  );
  const order = await ask<Order>(`${site}/api/me/orders/${paying.order_id}`, token);
  const page = await ask<Order>(`${site}/api/orders/${paying.external_reference}`, token);
  if (order.quantity !== COTAS || page.id !== order.id)
    throw new Error(`order ${order.id} is told in two ways`);
  return order.id;
}

/** @throws when an acknowledged order is missing or twice, or the books of its rifa do not agree. */
export async function checkOrders(
  shop: Pick<Shop, 'pool' | 'db'>,
  rifaId: string,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await shop.pool.query<{ count: number }>(
    'select count(*) from orders where id = any($1)',
    [ids],
  );
  if (new Set(ids).size !== ids.length || rows[0]!.count !== ids.length)
    throw new Error(`${ids.length} orders were acknowledged, ${rows[0]!.count} are there`);
  const books = await checkBooks(shop.db, rifaId);
  if (books.free + books.reserved + books.sold !== books.total) throw new Error(JSON.stringify(books));
  say(`${ids.length} acknowledged orders are there, each once; no number stands in two of them`);
}

export function say(proved: string): void {
  console.log(`ok  ${proved}`);
}
