/** Control API of the demonstration's payment provider: payments without screens. */
import { type APIRequestContext, expect } from '@playwright/test';

export interface OrderState {
  status: string;
  paymentId: string | null;
  refundUnderWay: boolean;
  items: { quantity: number; selectedNumbers: number[] }[];
}

export async function readOrder(request: APIRequestContext, reference: string): Promise<OrderState> {
  const response = await request.get(`/api/orders/${reference}`);
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as OrderState;
}

export async function expectStatus(
  request: APIRequestContext,
  reference: string,
  status: string,
): Promise<void> {
  await expect
    .poll(async () => (await readOrder(request, reference)).status, { timeout: 45_000 })
    .toBe(status);
}

/** Creates the Pix code of a pending order. @returns the payment's id at the provider */
export async function createPix(request: APIRequestContext, reference: string): Promise<string> {
  const created = await request.post(`/api/orders/${reference}/pix`);
  expect(created.ok(), await created.text()).toBe(true);
  return (await readOrder(request, reference)).paymentId!;
}

/** Creates a Pix code, pays it, and waits until the shop has settled the order. */
export async function payByPix(request: APIRequestContext, reference: string): Promise<void> {
  await createPix(request, reference);
  await payInBank(request, reference);
}

/** Pays the Pix code of an order in a bank app, and waits until the shop has settled the order. */
export async function payInBank(request: APIRequestContext, reference: string): Promise<void> {
  const { paymentId } = await readOrder(request, reference);
  await controlSandbox(request, `/payments/${paymentId!}/transition`, { to: 'approve' });
  await expectStatus(request, reference, 'paid');
}

/** Expires the reservation of a pending order, as if 15 minutes had passed. */
export async function endHold(request: APIRequestContext, reference: string): Promise<void> {
  await controlSandbox(request, `/holds/${reference}/end`);
  await expectStatus(request, reference, 'cancelled');
}

/** Opens a charge-back of a paid order, or ends it in favour of the buyer's bank. */
export async function disputePayment(
  request: APIRequestContext,
  reference: string,
  to: 'charge_back' | 'lose_charge_back',
): Promise<void> {
  const { paymentId } = await readOrder(request, reference);
  await controlSandbox(request, `/payments/${paymentId!}/transition`, { to });
}

export async function payLate(request: APIRequestContext, payment: string): Promise<void> {
  await controlSandbox(request, `/payments/${payment}/approve_after_expiry`);
}

/** Pays an order twice on the provider's page. @param hosted URL of that page */
export async function payTwice(request: APIRequestContext, hosted: string): Promise<void> {
  await controlSandbox(request, `/preferences/${new URL(hosted).searchParams.get('pref_id')!}/pay_twice`);
}

async function controlSandbox(request: APIRequestContext, path: string, data: object = {}): Promise<void> {
  const headers = { authorization: 'Bearer SANDBOX-token' };
  const response = await request.post(`/sandbox-mp/_sandbox${path}`, { headers, data });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
}
