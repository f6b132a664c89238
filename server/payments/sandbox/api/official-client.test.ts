/** Uses the sandbox with MercadoPago's official client, to test protocol compatibility. */
import { randomUUID } from 'node:crypto';
import {
  MerchantOrder,
  MercadoPagoConfig,
  Payment,
  PaymentMethod,
  PaymentRefund,
  Preference,
  User,
  WebhookSignatureValidator,
} from 'mercadopago';
import config from 'mercadopago/dist/utils/config/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments.testing.ts';
import { SANDBOX_PATH } from '../../payments.ts';
import { signedRequest } from '../webhook-sender.ts';

const real = config.AppConfig.BASE_URL;
let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  // The client has no option for its base URL.
  Object.assign(config.AppConfig, { BASE_URL: bed.origin + SANDBOX_PATH });
});
afterAll(async () => {
  Object.assign(config.AppConfig, { BASE_URL: real });
  await bed.close();
});

/** A new client per call, because a client keeps the last idempotency key in its configuration. */
const client = () => new MercadoPagoConfig({ accessToken: 'SANDBOX-token' });
const newPix = (externalReference: string = randomUUID()) =>
  new Payment(client()).create({
    body: {
      transaction_amount: 37.5,
      description: '12 cotas',
      payment_method_id: 'pix',
      payer: { email: 'maria@exemplo.com.br', first_name: 'Maria' },
      external_reference: externalReference,
    },
    requestOptions: { idempotencyKey: randomUUID() },
  });

test('creates, reads, searches and cancels a Pix', async () => {
  const reference = randomUUID();
  const created = await newPix(reference);
  expect(created).toMatchObject({
    status: 'pending',
    status_detail: 'pending_waiting_transfer',
    transaction_amount: 37.5,
  });
  expect(created.point_of_interaction?.transaction_data?.qr_code).toContain('br.gov.bcb.pix');
  expect(await new Payment(client()).get({ id: created.id! })).toMatchObject({ id: created.id });
  const found = await new Payment(client()).search({
    options: { external_reference: reference, sort: 'date_created', criteria: 'desc' },
  });
  expect(found.results?.map((one) => String(one.id))).toEqual([String(created.id)]);
  expect(await new Payment(client()).cancel({ id: created.id! })).toMatchObject({ status: 'cancelled' });
});

test('refunds a payment in part and in full', async () => {
  const { id } = await newPix();
  await bed.transition(String(id), 'approve');
  const refunds = () => new PaymentRefund(client());
  const key = () => ({ idempotencyKey: randomUUID() });
  const part = await refunds().create({ payment_id: id!, body: { amount: 10.5 }, requestOptions: key() });
  expect(part).toMatchObject({ amount: 10.5, status: 'approved' });
  await refunds().total({ payment_id: id!, requestOptions: key() });
  expect((await refunds().list({ payment_id: id! })).map((one) => one.amount)).toEqual([10.5, 27]);
  expect(await refunds().get({ payment_id: id!, refund_id: part.id! })).toMatchObject({ amount: 10.5 });
  expect(await new Payment(client()).get({ id: id! })).toMatchObject({
    status: 'refunded',
    transaction_amount_refunded: 37.5,
  });
});

test('creates, reads and expires a preference and finds its merchant order', async () => {
  const preference = await new Preference(client()).create({
    body: {
      items: [{ id: 'rifa', title: 'Moto — 5 cotas', quantity: 1, unit_price: 37.5 }],
      back_urls: { success: 'https://loja.example/ok' },
      auto_return: 'approved',
    },
  });
  expect(preference.init_point).toContain(`pref_id=${preference.id}`);
  expect(await new Preference(client()).get({ preferenceId: preference.id! })).toMatchObject({
    site_id: 'MLB',
  });
  await new Preference(client()).update({
    id: preference.id!,
    updatePreferenceRequest: {
      items: preference.items!,
      expires: true,
      expiration_date_to: '2020-01-01T00:00:00.000-03:00',
    },
  });
  expect((await fetch(preference.init_point!)).status).toBe(410);
  const orders = await new MerchantOrder(client()).search({ options: { preference_id: preference.id! } });
  expect(orders.elements).toMatchObject([
    { status: 'expired', order_status: 'payment_required', total_amount: 37.5 },
  ]);
});

test('rejects auto_return without a return URL, a wrong token and unknown ids', async () => {
  const preference = {
    items: [{ id: '1', title: 'x', quantity: 1, unit_price: 1 }],
    auto_return: 'approved',
  };
  await expect(new Preference(client()).create({ body: preference })).rejects.toMatchObject({
    error: 'invalid_auto_return',
  });
  const stranger = new MercadoPagoConfig({ accessToken: 'other' });
  await expect(new Payment(stranger).get({ id: 1 })).rejects.toMatchObject({ status: 401 });
  await expect(new Payment(client()).get({ id: 1 })).rejects.toMatchObject({ status: 404 });
});

test('returns the account and its payment methods', async () => {
  expect(await new User(client()).get()).toMatchObject({ site_id: 'MLB' });
  expect((await new PaymentMethod(client()).get())[0]).toMatchObject({ id: 'pix' });
});

test('accepts the sandbox’s signatures with the official validator', () => {
  const request = signedRequest(bed.payments.sandbox!.context, {
    payment_id: 1000000001,
    action: 'payment.updated',
    url: 'https://loja.example/webhooks/mercadopago?source_news=webhooks',
  });
  const validate = (secret: string) =>
    WebhookSignatureValidator.validate({
      xSignature: request.headers.get('x-signature')!,
      xRequestId: request.headers.get('x-request-id')!,
      dataId: new URL(request.url).searchParams.get('data.id')!,
      secret,
    });
  expect(() => validate('SANDBOX-webhook-secret')).not.toThrow();
  expect(() => validate('other')).toThrow(/signature/i);
});
