/** Payment provider on MercadoPago's Preferences and Payments APIs, which the sandbox implements too. */
import type {
  ChargeRequest,
  HintTopic,
  PaymentProvider,
  PaymentSnapshot,
  ProviderId,
  ProviderResult,
} from '../providers/payment-provider.ts';
import { mapResult, readAs, readWriteAs } from '../provider-client/response.ts';
import { createMercadoPagoClient, type ClientOptions, type MercadoPagoClient } from './client.ts';
import { pixBody, preferenceBody, type ReturnUrls } from './requests.ts';
import { createSettlementReports } from './settlement-reports.ts';
import { readWebhook } from './webhook.ts';
import * as wire from './wire.ts';

export interface MercadoPagoOptions extends ClientOptions {
  id: ProviderId;
  webhookSecrets: string[];
  notificationUrl: string;
  returnUrls: ReturnUrls;
}

const PAYMENTS_PER_PAGE = 100;
const NO_FUNDS = /saldo|balance|funds|insufficient_amount/i;

export function createMercadoPagoProvider(options: MercadoPagoOptions): PaymentProvider {
  const client = createMercadoPagoClient(options);
  const snapshot = (payment: wire.WirePayment) => wire.paymentSnapshot(options.id, payment);
  const isSandbox = options.id === 'sandbox';

  async function getPayment(paymentId: string): Promise<ProviderResult<PaymentSnapshot>> {
    return mapResult(
      readAs(await client.read(`/v1/payments/${encodeURIComponent(paymentId)}`), wire.wirePayment),
      snapshot,
    );
  }

  return {
    id: options.id,
    receiver: null,
    reviewsPayments: true,
    settlementReports: createSettlementReports(client),
    isAvailable: () => client.isAvailable(),
    getPayment,

    async createHostedCheckout(request, key) {
      const body = preferenceBody(request, options);
      const created = readWriteAs(
        await client.write('POST', '/checkout/preferences', body, key),
        wire.wirePreference,
      );
      return mapResult(created, (preference) => ({
        providerRef: preference.id,
        url: preference.init_point,
        sandboxUrl: isSandbox ? (preference.sandbox_init_point ?? null) : null,
      }));
    },

    async expireHostedCheckout(providerRef) {
      const now = options.clock.now();
      const body = {
        expires: true,
        expiration_date_from: wire.wireDateTime(new Date(now.getTime() - 86_400_000)),
        expiration_date_to: wire.wireDateTime(now),
      };
      const path = `/checkout/preferences/${encodeURIComponent(providerRef)}`;
      return mapResult(await client.write('PUT', path, body, null), () => undefined);
    },

    async createPix(request: ChargeRequest, key) {
      const body = pixBody(request, options);
      const created = readWriteAs(await client.write('POST', '/v1/payments', body, key), wire.wirePayment);
      if (!created.ok) return created;
      const data = created.value.point_of_interaction?.transaction_data;
      if (!data?.qr_code) return { ok: false, error: { kind: 'unknown_outcome', cause: 'no qr_code' } };
      return {
        ok: true,
        value: {
          providerRef: created.value.id,
          copyPaste: data.qr_code,
          sandboxUrl: isSandbox ? (data.ticket_url ?? null) : null,
          snapshot: snapshot(created.value),
        },
      };
    },

    async findPayments(externalReference, { hostedRefs }) {
      const found = await search(client, { external_reference: externalReference, sort: 'date_created' });
      if (!found.ok) return found;
      const payments = found.value.map(snapshot);
      for (const ref of hostedRefs) {
        const path = `/merchant_orders/search?preference_id=${encodeURIComponent(ref)}`;
        const orders = readAs(await client.read(path), wire.wireMerchantOrderPage);
        if (!orders.ok) return orders;
        const ids = (orders.value.elements ?? []).flatMap((order) =>
          order.payments.map((payment) => payment.id),
        );
        const missing = ids.filter((id) => payments.every((payment) => payment.paymentId !== id));
        const more = await all(missing, getPayment);
        if (!more.ok) return more;
        payments.push(...more.value);
      }
      return { ok: true, value: payments };
    },

    async findUpdatedPayments(from, to) {
      const found = await search(client, {
        sort: 'date_last_updated',
        range: 'date_last_updated',
        begin_date: wire.wireDateTime(from),
        end_date: wire.wireDateTime(to),
      });
      return mapResult(found, (payments) => payments.map(snapshot));
    },

    async readHinted(topic: HintTopic, resourceId) {
      const ids = await hintedPaymentIds(client, topic, resourceId);
      return ids.ok ? all(ids.value, getPayment) : ids;
    },

    async cancelPending(paymentId) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}`;
      const response = await client.write('PUT', path, { status: 'cancelled' }, `cancel-${paymentId}`);
      const cancelled = mapResult(readWriteAs(response, wire.wirePayment), snapshot);
      // No longer pending: return its current state.
      if (
        !cancelled.ok &&
        (cancelled.error.kind === 'invalid_request' || cancelled.error.kind === 'conflict')
      )
        return getPayment(paymentId);
      return cancelled;
    },

    async refund({ paymentId, amountCentavos }, key) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`;
      const body = amountCentavos === null ? {} : { amount: amountCentavos / 100 };
      const created = mapResult(
        readWriteAs(await client.write('POST', path, body, key), wire.wireRefund),
        wire.refundSnapshot,
      );
      if (!created.ok && created.error.kind === 'invalid_request' && NO_FUNDS.test(created.error.message))
        return { ok: false, error: { kind: 'no_funds' } };
      return created;
    },

    async listRefunds(paymentId) {
      const response = await client.read(`/v1/payments/${encodeURIComponent(paymentId)}/refunds`);
      return mapResult(readAs(response, wire.wireRefund.array()), (refunds) =>
        refunds.map(wire.refundSnapshot),
      );
    },

    readWebhook: (input) => [readWebhook(input, options.webhookSecrets)],
  };
}

async function search(
  client: MercadoPagoClient,
  filter: Record<string, string>,
): Promise<ProviderResult<wire.WirePayment[]>> {
  const found: wire.WirePayment[] = [];
  for (let offset = 0; ; offset += PAYMENTS_PER_PAGE) {
    const query = new URLSearchParams({
      ...filter,
      criteria: 'asc',
      limit: String(PAYMENTS_PER_PAGE),
      offset: String(offset),
    });
    const page = readAs(await client.read(`/v1/payments/search?${query}`), wire.wirePaymentPage);
    if (!page.ok) return page;
    found.push(...page.value.results);
    if (page.value.results.length < PAYMENTS_PER_PAGE) return { ok: true, value: found };
  }
}

async function hintedPaymentIds(
  client: MercadoPagoClient,
  topic: HintTopic,
  resourceId: string,
): Promise<ProviderResult<string[]>> {
  const path = encodeURIComponent(resourceId);
  if (topic === 'payment') return { ok: true, value: [resourceId] };
  if (topic === 'merchant_order') {
    const order = readAs(await client.read(`/merchant_orders/${path}`), wire.wireMerchantOrder);
    return mapResult(order, ({ payments }) => payments.map((payment) => payment.id));
  }
  if (topic === 'chargeback') {
    const chargeback = readAs(await client.read(`/v1/chargebacks/${path}`), wire.wireChargeback);
    return mapResult(chargeback, ({ payments }) => payments);
  }
  return { ok: true, value: [] };
}

async function all<Item, Value>(
  items: Item[],
  call: (item: Item) => Promise<ProviderResult<Value>>,
): Promise<ProviderResult<Value[]>> {
  const values: Value[] = [];
  for (const item of items) {
    const result = await call(item);
    if (!result.ok) return result;
    values.push(result.value);
  }
  return { ok: true, value: values };
}
