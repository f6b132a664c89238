/** Health of a provider, from the last calls of all processes. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readShopState } from '../../admin/read-shop-state.ts';
import { diagnose } from '../../ops/doctor/doctor.ts';
import type { ProviderFailure } from '../providers/payment-provider.ts';
import { createPaymentsTestbed, until, type PaymentsTestbed } from '../payments.testing.ts';
import { recordCalls } from '../provider-client/record-calls.ts';
import { registerProviderMetrics } from './provider-metrics.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
beforeEach(() => bed.db.deleteFrom('providerCalls').execute());
afterAll(() => bed.close());

/** One process, whose calls end with a given result. */
function startProcess() {
  let error: ProviderFailure | null = null;
  const recorded = recordCalls(bed.platform, {
    ...bed.context.provider,
    getPayment: async () => (error ? { ok: false, error } : { ok: true, value: {} as never }),
  });
  return {
    provider: recorded.provider,
    close: () => recorded.close(),
    async call(kind: 'answered' | 'unavailable' | 'auth' | 'not_found'): Promise<void> {
      error =
        kind === 'answered' ? null : kind === 'unavailable' ? { kind, retryAfterSeconds: null } : { kind };
      bed.clock.advance(1);
      await recorded.provider.getPayment('1');
    },
  };
}

async function state() {
  const { payments } = await readShopState(bed.platform, bed.context);
  return payments.providers[0]!;
}

const doctorOnProvider = async () =>
  (await diagnose(bed.platform)).filter(({ text }) =>
    text.startsWith('Provedor de pagamentos Simulador (sandbox)'),
  );

// @covers panel: settings: state of payments, mail and background work; 'Como a loja está'
//   [server/admin/read-shop-state.ts]
test('reports a failing provider to panel and doctor when each of few calls fails', async () => {
  expect(await state()).toMatchObject({ health: 'unused', lastCalls: 'Nenhuma chamada até agora.' });
  expect(await doctorOnProvider()).toEqual([]);
  const process = startProcess();
  await process.call('answered');
  await process.call('unavailable');
  await process.call('unavailable');
  await process.close();
  expect(await state()).toMatchObject({ health: 'fails' });
  expect((await state()).lastCalls).toMatch(/^As 2 últimas chamadas falharam, a primeira às \d\d:\d\d\.$/);
  expect(await doctorOnProvider()).toMatchObject([
    { level: 'error', text: expect.stringContaining('As 2 últimas chamadas falharam') },
  ]);
});

test('counts a rejected credential as a failure, and a rejected request as a success', async () => {
  const process = startProcess();
  await process.call('auth');
  await process.close();
  expect((await state()).lastCalls).toContain('O provedor recusa a credencial.');
  const [found] = await doctorOnProvider();
  expect(found!.advice).toContain('MERCADOPAGO_ACCESS_TOKEN');
  const later = startProcess();
  await later.call('not_found');
  await later.close();
  expect(await state()).toMatchObject({ health: 'responds' });
});

test('reports no current state when the last call was a while ago', async () => {
  const process = startProcess();
  await process.call('answered');
  await process.close();
  bed.clock.advance(16 * 60);
  expect(await state()).toMatchObject({
    health: 'quiet',
    lastCalls: expect.stringMatching(
      /^Nenhuma chamada nos últimos 15 minutos\. A última chamada foi respondida/,
    ),
  });
  expect(await doctorOnProvider()).toMatchObject([{ level: 'ok' }]);
});

test('uses the last call of any process', async () => {
  const [firstProcess, secondProcess] = [startProcess(), startProcess()];
  await firstProcess.call('unavailable');
  await secondProcess.call('answered');
  await secondProcess.call('unavailable');
  await firstProcess.close();
  await secondProcess.close();
  expect((await state()).lastCalls).toContain('A última chamada falhou');
  const third = startProcess();
  await third.call('answered');
  await third.close();
  expect(await state()).toMatchObject({ health: 'responds' });
  // Stored late, but failed before the response.
  const late = startProcess();
  await late.call('unavailable');
  await firstProcess.call('answered');
  const after = recordCalls(bed.platform, firstProcess.provider);
  await after.provider.getPayment('1');
  await after.close();
  await late.close();
  expect(await state()).toMatchObject({ health: 'responds' });
});

test('records calls that were made, and none that the circuit breaker rejected', async () => {
  await bed.faults({ match: 'GET /v1/payments', status: 500 });
  await bed.context.provider.getPayment('1');
  await until(async () => (await state()).health === 'fails');
  await bed.context.provider.getPayment('1');
  expect(bed.context.provider.isAvailable()).toBe(false);
  await bed.context.provider.getPayment('1');
  await until(async () => (await state()).lastCalls.startsWith('As 2 últimas chamadas falharam'));
  const registry = new Registry();
  registerProviderMetrics(registry, bed.platform);
  bed.clock.advance(60);
  expect(await registry.metrics()).toContain('mare_provider_failures{provider="sandbox"} 2');
  const [, seconds] = /mare_provider_failing_seconds\{provider="sandbox"\} (\d+)/.exec(
    await registry.metrics(),
  )!;
  expect(Number(seconds)).toBeGreaterThanOrEqual(60);
  await bed.faults();
  await bed.context.provider.getPayment('1');
  await until(async () => (await state()).health === 'responds');
});
