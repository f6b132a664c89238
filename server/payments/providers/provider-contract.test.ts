import { createHmac } from 'node:crypto';
import { createLog } from '../../platform/log/log.ts';
import { systemClock, systemRandom } from '../../platform/clock.ts';
import { SANDBOX_PATH, SANDBOX_SECRET, SANDBOX_TOKEN } from './create-providers.ts';
import { createMercadoPagoProvider } from '../mercado-pago/provider.ts';
import { createPaymentsTestbed } from '../payments.testing.ts';
import { startPixBank } from '../pix-api/bank.testing.ts';
import { createPixApiProvider } from '../pix-api/provider.ts';
import { describeProvider } from './provider-contract.testing.ts';

const log = createLog('silent');

describeProvider('MercadoPago', async () => {
  const bed = await createPaymentsTestbed({ timeoutMs: 1_500 });
  const requestId = 'a-request';
  const signed = (id: string, secret: string) => {
    const ts = String(Date.now());
    const v1 = createHmac('sha256', secret)
      .update(`id:${id};request-id:${requestId};ts:${ts};`)
      .digest('hex');
    return {
      query: new URLSearchParams({ 'data.id': id, type: 'payment' }),
      headers: new Headers({ 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId }),
      secret: null,
      rawBody: JSON.stringify({ type: 'payment', data: { id } }),
    };
  };
  return {
    provider: bed.context.provider,
    stranger: createMercadoPagoProvider({
      id: 'sandbox',
      baseUrl: bed.origin + SANDBOX_PATH,
      accessToken: `not-${SANDBOX_TOKEN}`,
      webhookSecrets: [],
      notificationUrl: bed.origin,
      returnUrls: { success: '', pending: '', failure: '' },
      clock: systemClock,
      random: systemRandom,
      log,
    }),
    async pay(providerRef) {
      const response = (await bed.transition(providerRef, 'approve')) as { status?: unknown };
      return response.status === 'approved';
    },
    delivery: (id) => signed(id, SANDBOX_SECRET),
    forgedDelivery: (id) => signed(id, 'another secret'),
    async loseNextResponse() {
      await bed.faults({ match: 'POST /v1/payments', malformed_json: true, times: 1 });
    },
    close: () => bed.close(),
  };
});

describeProvider('API Pix', async () => {
  const bank = await startPixBank({ receiver: 'loja@exemplo.com.br', now: () => new Date() });
  const options = {
    ...bank.account,
    clock: systemClock,
    log,
    publicUrl: 'https://loja.example',
    timeoutMs: 3_000,
  };
  const { stranger } = bank.certificates;
  const delivery = (txid: string, secret: string) => ({
    query: new URLSearchParams(),
    headers: new Headers(),
    secret,
    rawBody: JSON.stringify({ pix: [{ endToEndId: `E${'1'.repeat(31)}`, txid, valor: '1.00' }] }),
  });
  return {
    provider: createPixApiProvider(options),
    stranger: createPixApiProvider({ ...options, ...stranger }),
    pay: (providerRef) => Promise.resolve(bank.pay(providerRef)),
    delivery: (txid) => delivery(txid, bank.account.webhookSecret),
    forgedDelivery: (txid) => delivery(txid, 'x'.repeat(bank.account.webhookSecret.length)),
    loseNextResponse: () => Promise.resolve(bank.fail({ match: 'PUT /', times: 1, kind: 'lost' })),
    close: () => bank.close(),
  };
});
