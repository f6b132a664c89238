/** Which deliveries of webhooks are accepted. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpApp } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import { until } from '../payments.testing.ts';
import { createWebhookReceiver } from './receive-webhook.ts';
import { createWebhooksTestbed, type WebhooksTestbed } from './webhooks.testing.ts';

let bed: WebhooksTestbed;
beforeAll(async () => {
  bed = await createWebhooksTestbed();
});
afterAll(() => bed.close());

test('rejects a valid signature on another payment', async () => {
  const { paymentId } = await bed.pendingPix();
  const { path, init } = bed.signedDelivery(paymentId);
  const otherUrl = `${bed.origin}${path.replace(paymentId, '1')}`;
  expect((await fetch(otherUrl, init)).status).toBe(401);
  expect(await bed.inbox('1')).toEqual([]);
});

test.each([
  ['missing', {}],
  ['malformed', { 'x-signature': 'ts=ção,v1=zz' }],
  ['incomplete', { 'x-signature': 'ts=1767225600' }],
])('rejects a signature that is %s', async (_name, headers) => {
  const url = `${bed.origin}/webhooks/mercadopago?data.id=5&type=payment`;
  const safe = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
  );
  expect((await fetch(url, { method: 'POST', headers: safe, body: '{}' })).status).toBe(401);
});

test('accepts the unsigned channel only for known payments', async () => {
  const { order, paymentId } = await bed.pendingPix();
  await bed.webhooks(false);
  await bed.transition(paymentId, 'approve');
  await bed.webhooks(true);
  const postUnsigned = (id: string) =>
    fetch(`${bed.origin}/webhooks/mercadopago?id=${id}&topic=payment`, { method: 'POST', body: '{}' });
  expect((await postUnsigned('987654321')).status).toBe(200);
  expect(await bed.inbox('987654321')).toEqual([]);
  expect((await postUnsigned(paymentId)).status).toBe(200);
  await until(async () => (await bed.status(order.id)) === 'paid');
});

test('rate-limits the unsigned channel, because each hint costs a provider call', async () => {
  const { paymentId } = await bed.pendingPix();
  const { receive, received } = countingReceiver();
  for (let count = 0; count < 70; count++) await receive(paymentId);
  expect(received).toEqual({ queued: 60, ignored: 10 });
  bed.clock.advance(60);
  await receive(paymentId);
  expect(received).toEqual({ queued: 61, ignored: 10 });
});

test('acknowledges and ignores other topics', async () => {
  const { init } = bed.signedDelivery('77');
  const url = `${bed.origin}/webhooks/mercadopago?data.id=77&type=constructor`;
  expect((await fetch(url, init)).status).toBe(200);
  expect(await bed.inbox('77')).toEqual([]);
});

test('rejects an oversized body', async () => {
  const { path, init } = bed.signedDelivery('78');
  expect((await fetch(bed.origin + path, { ...init, body: 'x'.repeat(70_000) })).status).toBe(413);
});

/** A separate receiver, so that deliveries of other tests do not count. */
function countingReceiver() {
  const received = { queued: 0, ignored: 0 };
  const receiveWebhook = createWebhookReceiver(bed.context, bed.context.provider);
  const receive = async (paymentId: string) => {
    const outcome = await receiveWebhook({
      query: new URLSearchParams({ id: paymentId, topic: 'payment' }),
      headers: new Headers(),
      secret: null,
      rawBody: '{}',
    });
    if (outcome !== 'forged') received[outcome] += 1;
  };
  return { receive, received };
}

test('rejects a delivery over 64 kB as too large', async () => {
  const body = JSON.stringify({ data: { id: '1' }, filler: 'x'.repeat(65 * 1024) });
  const app = createHttpApp(createLog('silent'));
  app.route('/', bed.payments.routes);
  const response = await app.request('/webhooks/mercadopago?data.id=1&type=payment', {
    method: 'POST',
    body,
  });
  expect(response.status).toBe(413);
});
