/** Tests that every payment provider passes against its own simulator. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeRequest, PaymentProvider, ProviderResult, WebhookInput } from './payment-provider.ts';

export interface ProviderUnderTest {
  provider: PaymentProvider;
  /** The same provider with wrong credentials. */
  stranger: PaymentProvider;
  /** The payer pays the Pix of this charge. @returns whether it could be paid */
  pay(providerRef: string): Promise<boolean>;
  /** A delivery about this payment, as the provider sends it. */
  delivery(paymentId: string): WebhookInput;
  /** The same delivery, signed with another secret. */
  forgedDelivery(paymentId: string): WebhookInput;
  /** The next write is executed, but its response is lost. */
  loseNextResponse(): Promise<void>;
  close(): Promise<void>;
}

const value = <T>(result: ProviderResult<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

const kindOf = (result: ProviderResult<unknown>) => (result.ok ? 'done' : result.error.kind);

export function describeProvider(name: string, start: () => Promise<ProviderUnderTest>): void {
  // oxlint-disable-next-line vitest/valid-title -- the name of a provider
  describe(name, () => {
    let bed: ProviderUnderTest;
    let provider: PaymentProvider;
    beforeAll(async () => {
      bed = await start();
      ({ provider } = bed);
    });
    afterAll(() => bed.close());

    const request = (amountCentavos = 1_234): ChargeRequest => ({
      externalReference: randomUUID(),
      amountCentavos,
      description: 'Cotas',
      buyer: { name: 'Maria Silva', email: 'maria@exemplo.com.br', cpf: '529.982.247-25' },
      payableUntil: new Date(Date.now() + 35 * 60_000).toISOString(),
      lines: [{ id: randomUUID(), title: 'Moto', amountCentavos }],
    });
    async function paid(amountCentavos = 1_234) {
      const orderRequest = request(amountCentavos);
      const key = randomUUID();
      const charge = value(await provider.createPix(orderRequest, key));
      expect(await bed.pay(charge.providerRef)).toBe(true);
      return { ...orderRequest, key, paymentId: charge.providerRef };
    }

    test('creates one charge per key, for any number of requests', async () => {
      const orderRequest = request();
      const key = randomUUID();
      const first = value(await provider.createPix(orderRequest, key));
      const second = value(await provider.createPix(orderRequest, key));
      expect(second.providerRef).toBe(first.providerRef);
      expect(first.copyPaste.length).toBeGreaterThan(20);
      expect(first.snapshot).toMatchObject({
        provider: provider.id,
        paymentId: first.providerRef,
        externalReference: orderRequest.externalReference,
        state: 'pending',
        amountCentavos: 1_234,
        refundedCentavos: 0,
        currency: 'BRL',
        receiver: provider.receiver,
      });
    });

    test('reads a paid charge with its amount, reference and end-to-end id', async () => {
      const { paymentId, externalReference } = await paid(1_05);
      const read = value(await provider.getPayment(paymentId));
      expect(read).toMatchObject({ paymentId, externalReference, state: 'approved', amountCentavos: 105 });
      expect(read.approvedAt).toBeInstanceOf(Date);
      expect(read.updatedAt.getTime()).toBeGreaterThanOrEqual(read.approvedAt!.getTime());
    });

    test('finds a charge by its reference and key after a lost response', async () => {
      const orderRequest = request();
      const key = randomUUID();
      await bed.loseNextResponse();
      const created = await provider.createPix(orderRequest, key);
      const identifiers = { hostedRefs: [], chargeKeys: [key] };
      const [found] = value(await provider.findPayments(orderRequest.externalReference, identifiers));
      expect(found).toMatchObject({ state: 'pending', externalReference: orderRequest.externalReference });
      expect(created.ok ? created.value.providerRef : created.error.kind).toBe(
        created.ok ? found!.paymentId : 'unknown_outcome',
      );
    });

    test('finds nothing for a charge that was never made', async () => {
      const identifiers = { hostedRefs: [], chargeKeys: [randomUUID()] };
      expect(value(await provider.findPayments(randomUUID(), identifiers))).toEqual([]);
    });

    test('makes a cancelled charge unpayable', async () => {
      const charge = value(await provider.createPix(request(), randomUUID()));
      expect(value(await provider.cancelPending(charge.providerRef)).state).toBe('cancelled');
      expect(await bed.pay(charge.providerRef)).toBe(false);
      expect(value(await provider.cancelPending(charge.providerRef)).state).toBe('cancelled');
    });

    test('returns the payment when a paid charge is cancelled', async () => {
      const { paymentId } = await paid();
      expect(value(await provider.cancelPending(paymentId)).state).toBe('approved');
    });

    test('refunds in parts, then the rest, and returns the refunded amounts', async () => {
      const { paymentId } = await paid(1_000);
      const first = value(await provider.refund({ paymentId, amountCentavos: 333 }, randomUUID()));
      expect(first).toMatchObject({ amountCentavos: 333, state: 'done' });
      const half = value(await provider.getPayment(paymentId));
      expect(half).toMatchObject({ state: 'approved', refundedCentavos: 333 });
      value(await provider.refund({ paymentId, amountCentavos: 667 }, randomUUID()));
      const whole = value(await provider.getPayment(paymentId));
      expect(whole).toMatchObject({ state: 'refunded', refundedCentavos: 1_000 });
      expect(whole.updatedAt.getTime()).toBeGreaterThanOrEqual(half.updatedAt.getTime());
      const listed = value(await provider.listRefunds(paymentId));
      expect(listed.map(({ amountCentavos }) => amountCentavos).sort((a, b) => a - b)).toEqual([333, 667]);
    });

    test('makes one refund per key, also after a lost response', async () => {
      const { paymentId } = await paid(1_000);
      const key = randomUUID();
      await bed.loseNextResponse();
      await provider.refund({ paymentId, amountCentavos: 400 }, key);
      const again = await provider.refund({ paymentId, amountCentavos: 400 }, key);
      expect(again).toMatchObject({ ok: true, value: { amountCentavos: 400 } });
      expect(value(await provider.listRefunds(paymentId))).toHaveLength(1);
      expect(value(await provider.getPayment(paymentId)).refundedCentavos).toBe(400);
    });

    test('refunds the whole payment without an amount', async () => {
      const { paymentId } = await paid(777);
      value(await provider.refund({ paymentId, amountCentavos: null }, randomUUID()));
      expect(value(await provider.getPayment(paymentId))).toMatchObject({ state: 'refunded' });
    });

    test('rejects a refund of more than was paid, or of nothing paid', async () => {
      const { paymentId } = await paid(1_000);
      const tooMuch = await provider.refund({ paymentId, amountCentavos: 1_001 }, randomUUID());
      const charge = value(await provider.createPix(request(), randomUUID()));
      const unpaid = await provider.refund(
        { paymentId: charge.providerRef, amountCentavos: 1 },
        randomUUID(),
      );
      for (const rejected of [tooMuch, unpaid]) {
        expect(['invalid_request', 'conflict']).toContain(kindOf(rejected));
      }
    });

    test('returns not_found for unknown payments', async () => {
      expect(await provider.getPayment('9'.repeat(15))).toMatchObject({
        ok: false,
        error: { kind: 'not_found' },
      });
    });

    test('lists payments of a period', async () => {
      const { paymentId } = await paid();
      const [from, to] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
      const found = value(await provider.findUpdatedPayments(from, to));
      expect(found.map((payment) => payment.paymentId)).toContain(paymentId);
    });

    test('turns a delivery into a hint that leads to the payment', async () => {
      const { paymentId, externalReference } = await paid();
      const [hint] = provider.readWebhook(bed.delivery(paymentId));
      expect(hint).toMatchObject({ trust: 'verified', topic: 'payment' });
      const [read] = value(await provider.readHinted(hint!.topic, hint!.resourceId!));
      expect(read).toMatchObject({ paymentId, externalReference, state: 'approved' });
    });

    test('rejects forged and malformed deliveries', () => {
      const forged = provider.readWebhook(bed.forgedDelivery('1'));
      expect(forged.map(({ trust }) => trust)).toEqual(['forged']);
      const genuine = bed.delivery('1');
      for (const rawBody of ['', 'null', '[]', '{"pix":{}}', '<html>', 'x'.repeat(1_000)])
        expect(() => provider.readWebhook({ ...genuine, rawBody })).not.toThrow();
    });

    test('reports wrong credentials', async () => {
      const read = await bed.stranger.getPayment('1'.repeat(30));
      expect(['auth', 'unavailable']).toContain(kindOf(read));
    });
  });
}
