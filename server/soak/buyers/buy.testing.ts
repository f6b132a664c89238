/** A buyer from the first page view to the final state of the order, with the received responses. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import type { Caller } from './caller.testing.ts';
import type { SoakShop } from '../shop/start-shop.testing.ts';

export const OUTCOMES = [
  'pay',
  'pay',
  'withdraw',
  'pay',
  'leave',
  'pay_twice',
  'pay',
  'reject',
  'pay',
  'pay_late',
  'withdraw',
  'pay',
] as const;
export type PurchaseOutcome = (typeof OUTCOMES)[number];

/** An order that the shop acknowledged to the buyer, for the invariants. */
export interface AcknowledgedOrder {
  orderId: string;
  reference: string;
  /** The buyer saw the order as paid. */
  isPaid: boolean;
}

const SANDBOX = '/sandbox-mp';
const CONTROL = { authorization: 'Bearer SANDBOX-token' };
const customerInfo = {
  name: 'Maria Aparecida da Silva',
  email: 'maria@exemplo.com.br',
  phone: '(82) 99999-0001',
  cpf: '529.982.247-25',
};

export interface PlannedPurchase {
  rifaId: string;
  outcome: PurchaseOutcome;
  quantity: number;
}

export interface PurchaseResult {
  /** Null: rejected, e.g. because not enough numbers are left. */
  order: AcknowledgedOrder | null;
  /** Pays late, after the order has expired. */
  payLate: (() => Promise<void>) | null;
}

export async function buy(
  shop: Pick<SoakShop, 'url'>,
  buyer: Caller,
  { rifaId, outcome, quantity }: PlannedPurchase,
): Promise<PurchaseResult> {
  await fillCart(buyer, rifaId, quantity);
  const placed = await placeOrder(buyer, rifaId, quantity);
  if (!placed) return { order: null, payLate: null };
  const { checkoutUrl, ...order } = placed;
  const payLate = await payOrder(shop, buyer, outcome, checkoutUrl, order);
  return { order, payLate };
}

/** @returns null if rejected */
export async function placeOrder(
  buyer: Caller,
  rifaId: string,
  quantity: number,
): Promise<(AcknowledgedOrder & { checkoutUrl: string }) | null> {
  const body = {
    items: [{ title: 'Moto', quantity, price: 2, selected_numbers: [1, 2, 3].slice(0, quantity), rifaId }],
    customerInfo,
    acceptedTerms: TERMS.version,
  };
  const headers = { 'idempotency-key': randomUUID() };
  const ordered = await buyer.call('/api/checkout/payments', { method: 'POST', json: body, headers });
  if (ordered.status !== 200) return null;
  const order = ordered.body as { order_id: string; external_reference: string; init_point: string };
  return {
    orderId: order.order_id,
    reference: order.external_reference,
    isPaid: false,
    checkoutUrl: order.init_point,
  };
}

/** Opens the list and the rifa page, and fills the cart. */
async function fillCart(buyer: Caller, rifaId: string, quantity: number): Promise<void> {
  await buyer.call('/api/rifas');
  const { body } = await buyer.call(`/api/rifas/${rifaId}`);
  if (!body) return;
  const item = {
    id: randomUUID(),
    rifaId,
    quantity,
    tier: null,
    selectedNumbers: [],
    addedAt: new Date().toISOString(),
    rifaTitle: 'Moto',
    rifaPriceCentavos: 200,
    rifaImage: '',
    totalNumbers: body.totalNumbers,
  };
  const sessionId = `anon_${randomBytes(18).toString('base64url')}`;
  await buyer.call('/api/cart', { method: 'PUT', json: { sessionId, items: [item] } });
}

/** Pays, rejects or withdraws as the outcome says. @returns the late payment, if any */
async function payOrder(
  shop: Pick<SoakShop, 'url'>,
  buyer: Caller,
  outcome: PurchaseOutcome,
  checkoutUrl: string,
  order: AcknowledgedOrder,
): Promise<PurchaseResult['payLate']> {
  if (outcome === 'leave') return null;
  const preference = new URL(checkoutUrl, shop.url).searchParams.get('pref_id')!;
  if (outcome === 'pay_twice') {
    await buyer.call(`${SANDBOX}/_sandbox/preferences/${preference}/pay_twice`, {
      method: 'POST',
      headers: CONTROL,
      json: {},
    });
    return null;
  }
  const chosen = await buyer.call(`${SANDBOX}/checkout/v1/redirect`, {
    method: 'POST',
    form: { pref_id: preference },
  });
  // The checkout has expired.
  if (!chosen.location) return null;
  const page = new URL(chosen.location, shop.url);
  const paymentId = page.pathname.split('/').at(-1)!;
  if (outcome === 'pay_late')
    return async () => {
      const url = `${SANDBOX}/_sandbox/payments/${paymentId}/approve_after_expiry`;
      await buyer.call(url, { method: 'POST', headers: CONTROL, json: {} });
    };
  const form = { acao: outcome === 'reject' ? 'recusar' : 'pagar', chave: page.searchParams.get('chave')! };
  await buyer.call(`${page.pathname}/acao`, { method: 'POST', form });
  order.isPaid = outcome !== 'reject' && (await waitForPayment(buyer, order.reference));
  if (outcome === 'withdraw' && order.isPaid)
    await buyer.call(`/api/orders/${order.reference}/withdrawal`, { method: 'POST', json: {} });
  return null;
}

/** Polls the order's page for a while. */
async function waitForPayment(buyer: Caller, reference: string): Promise<boolean> {
  for (let polls = 0; polls < 20; polls++) {
    const { body } = await buyer.call(`/api/orders/${reference}`);
    if (body?.status === 'paid') return true;
    await pause(150);
  }
  return false;
}
