/** A whole purchase with the storefront's requests: from an empty cart to the order page that shows it as paid. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SyncedCartItem } from '@mare/contract/cart/cart.ts';
import type { Quote } from '@mare/contract/checkout/checkout.ts';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import type { RifaSummary } from '@mare/contract/rifas/rifa-detail.ts';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import { watchOrderEvery } from '@mare/domain/orders/watch-order.ts';
import { SANDBOX_TOKEN } from '@mare/server/payments/providers/create-providers.ts';
import type { Client } from 'undici';
import type { BenchBuyer } from '../shop/bench-buyers.ts';

const COTAS = 10;
/** Steps of `buyInSteps`, in order. */
export const STEPS = [
  'the rifa',
  'drawing numbers',
  'the cart',
  'the quote',
  'the order with its Pix code',
  'the emptied cart',
  "the order's page, unpaid",
  'the payment',
  "the order's page, paid",
] as const;

export interface WholePurchase {
  orderId: string;
  /** Milliseconds from the click on 'pay' to the Pix code, and from the payment to the page that shows it. */
  codeMs: number;
  paidMs: number;
  requests: number;
}

export interface PurchaseSetup {
  site: Client;
  provider: Client;
  rifaId: string;
  token: string;
  buyer: BenchBuyer;
  /** IP address of the buyer; rate limits are per IP address. */
  ipAddress: string;
  /** Reads the order page after the shop has settled the payment, so that the buyer does not poll. */
  isSettled?: boolean;
}

export type Call = <Result>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Result>;

/** @throws on any response but a success */
export async function buyWhole(setup: PurchaseSetup): Promise<WholePurchase> {
  const steps = buyInSteps(setup);
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return value;
  }
}

/** Yields after each of `STEPS`. @throws on any response but a success */
export async function* buyInSteps(setup: PurchaseSetup): AsyncGenerator<undefined, WholePurchase> {
  const { site, rifaId, token, buyer, ipAddress } = setup;
  let requests = 0;
  const call: Call = (method, path, body, extraHeaders) => {
    requests++;
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': ipAddress, ...extraHeaders };
    return send(site, method, path, body, headers);
  };
  const rifa = await call<RifaSummary>('GET', `/api/rifas/${rifaId}`);
  yield;
  const numbers = await drawNumbers(call, rifa);
  yield;
  const cart = await putInCart(call, rifa, numbers);
  yield;
  const quote = await requestQuote(call, rifa, numbers);
  yield;
  const clickedAt = performance.now();
  const order = await placeOrder(call, rifa, { buyer, numbers, quote, method: 'pix' });
  yield;
  // The browser empties its cart and opens the order.
  await call('PUT', '/api/cart', { sessionId: cart.sessionId, items: [], version: cart.version });
  yield;
  const page = `/api/orders/${order.external_reference}`;
  let orderPage = await call<OrderPage>('GET', page);
  const codeMs = performance.now() - clickedAt;
  yield;
  await payAtProvider(setup.provider, order.external_reference);
  const paidAt = performance.now();
  yield;
  while (orderPage.status !== 'paid') {
    const everyMs = watchOrderEvery(orderPage);
    if (everyMs === false) throw new Error(`order ${order.order_id} is ${orderPage.status}`);
    if (!setup.isSettled) await pause(everyMs);
    orderPage = await call<OrderPage>('GET', page);
  }
  return { orderId: order.order_id, codeMs, paidMs: performance.now() - paidAt, requests };
}

/** Draws numbers and puts them in a new cart. */
export async function fillCart(call: Call, rifa: RifaSummary) {
  return putInCart(call, rifa, await drawNumbers(call, rifa));
}

async function drawNumbers(call: Call, rifa: RifaSummary): Promise<number[]> {
  const draw = { quantity: COTAS, except: [] };
  const drawn = await call<{ numbers: number[] }>('POST', `/api/rifas/${rifa.id}/numbers`, draw);
  return drawn.numbers.toSorted((a, b) => a - b);
}

async function putInCart(call: Call, rifa: RifaSummary, numbers: number[]) {
  const sessionId = `anon_${randomBytes(24).toString('base64url')}`;
  const items = [cartItemOf(rifa, numbers)];
  const { version } = await call<{ version: number }>('PUT', '/api/cart', { sessionId, items });
  return { sessionId, items, version, numbers };
}

interface CheckOutOptions {
  buyer: BenchBuyer;
  numbers: number[];
  method: 'hosted' | 'pix';
}

/** Requests a signed quote and places the order. */
export async function checkOut(call: Call, rifa: RifaSummary, options: CheckOutOptions) {
  return placeOrder(call, rifa, { ...options, quote: await requestQuote(call, rifa, options.numbers) });
}

async function requestQuote(call: Call, rifa: RifaSummary, numbers: number[]): Promise<string> {
  const items = [{ rifaId: rifa.id, quantity: COTAS, tier: null, numbers }];
  const { token } = await call<Quote>('POST', '/api/checkout/quotes', { items });
  return token;
}

function placeOrder(
  call: Call,
  rifa: RifaSummary,
  { buyer, numbers, quote, method }: CheckOutOptions & { quote: string },
) {
  return call<{ order_id: string; external_reference: string }>(
    'POST',
    '/api/checkout/payments',
    {
      items: [
        {
          title: rifa.title,
          quantity: COTAS,
          price: rifa.priceCentavos / 100,
          selected_numbers: numbers,
          rifaId: rifa.id,
          tier: null,
        },
      ],
      rifaId: rifa.id,
      customerInfo: { name: 'Maria Aparecida da Silva', phone: '(82) 99999-0001', ...buyer },
      acceptedTerms: TERMS.version,
      receiptNonce: randomBytes(32).toString('hex'),
      quote,
      origin: 'cart',
      method,
      acceptedRegulations: [],
    },
    { 'idempotency-key': randomUUID() },
  );
}

async function payAtProvider(provider: Client, reference: string): Promise<void> {
  const authorization = { authorization: `Bearer ${SANDBOX_TOKEN}` };
  const search = `/v1/payments/search?external_reference=${reference}`;
  const { results } = await send<{ results: { id: number }[] }>(
    provider,
    'GET',
    search,
    undefined,
    authorization,
  );
  await send(
    provider,
    'POST',
    `/_sandbox/payments/${results[0]!.id}/transition`,
    { to: 'approve' },
    authorization,
  );
}

async function send<Result>(
  client: Client,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Result> {
  const response = await client.request({
    method,
    path,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.body.text();
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as Result;
}

function cartItemOf(rifa: RifaSummary, selectedNumbers: number[]): SyncedCartItem {
  return {
    id: randomUUID(),
    rifaId: rifa.id,
    quantity: COTAS,
    tier: null,
    selectedNumbers,
    addedAt: new Date().toISOString(),
    rifaTitle: rifa.title,
    rifaPriceCentavos: rifa.priceCentavos,
    rifaImage: '',
    totalNumbers: rifa.totalNumbers,
  };
}
