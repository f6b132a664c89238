/**
 * A purchase over HTTP, with a new connection per request so that any process may serve it, and invariants checked
 * afterwards.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@mare/contract/orders/orders.ts';
import type { RifaSummary } from '@mare/contract/rifas/rifa-detail.ts';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import { checkNumberCounts } from '@mare/server/orders/orders.testing.ts';
import type { Shop } from '../shop/bench-shop.ts';

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  attempts?: number;
}

const COTAS = 3;
const PAUSE_MS = 100;
/** Attempts for two seconds: by then a load balancer has found another process. */
const ATTEMPTS = 20;

/** Retries if the connection is lost, the load balancer has no upstream or the shop has no database. */
async function send<Result>(url: string, token: string, options: RequestOptions): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, {
      ...options,
      headers: {
        ...options.headers,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.${Math.floor(Math.random() * 250)}.${1 + Math.floor(Math.random() * 250)}`,
      },
    }).catch(() => null);
    if (response?.ok) return (await response.json()) as Result;
    const isOutage = !response || [502, 503, 504].includes(response.status);
    if (!isOutage || attempt === options.attempts)
      throw new Error(`${url}: ${response?.status ?? 'no answer'} ${await response?.text()}`);
    await pause(PAUSE_MS);
  }
}

/**
 * Reads the rifa, fills the cart, pays and reads the order.
 * @param options.attempts maximum attempts per request, ten per second
 * @param options.cpf the buyer's own, where a worker confirms people
 * @returns the acknowledged order's id
 */
export async function buyOnce(
  site: string,
  token: string,
  { attempts = ATTEMPTS, cpf = '529.982.247-25' }: { attempts?: number; cpf?: string } = {},
): Promise<string> {
  const request = <Result>(url: string, options: RequestOptions = {}) =>
    send<Result>(url, token, { attempts, ...options });
  const rifas = await request<RifaSummary[]>(`${site}/api/rifas`);
  const rifa = await request<RifaSummary>(`${site}/api/rifas/${rifas[0]!.id}`);
  await request(`${site}/api/cart`, {
    method: 'PUT',
    body: JSON.stringify({ sessionId: `anon_${randomBytes(24).toString('base64url')}`, items: [] }),
  });
  const payment = await request<{ order_id: string; external_reference: string }>(
    `${site}/api/checkout/payments`,
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
          cpf,
        },
        rifaId: rifa.id,
        acceptedTerms: TERMS.version,
      }),
    },
  );
  const order = await request<Order>(`${site}/api/me/orders/${payment.order_id}`);
  const page = await request<Order>(`${site}/api/orders/${payment.external_reference}`);
  if (order.quantity !== COTAS || page.id !== order.id)
    throw new Error(`order ${order.id} differs between its two endpoints`);
  return order.id;
}

/** @throws when an acknowledged order is missing or duplicated, or its rifa's counters do not add up */
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
    throw new Error(`${ids.length} orders were acknowledged, ${rows[0]!.count} exist`);
  const counts = await checkNumberCounts(shop.db, rifaId);
  if (counts.free + counts.reserved + counts.sold !== counts.total) throw new Error(JSON.stringify(counts));
  reportPass(`${ids.length} acknowledged orders exist, each once; no number is in two of them`);
}

export function reportPass(statement: string): void {
  console.log(`ok  ${statement}`);
}
