import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findGroupOfOrder } from '../../orders/group-purchases/find-group.ts';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { ledgerBalances } from '../../payments/payments.testing.ts';
import { createGroupBed, type GroupBed, rejectionOf, rejectionsOf } from './group-purchases.testing.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
});
afterAll(() => bed.close());

describe('a group', () => {
  test('reserves the numbers of all parts with the order of the first', async () => {
    const rifaId = await bed.rifa(1000);
    const starter = await bed.buyer();
    const first = await bed.start(starter, rifaId, { parts: 4, cotas: 3, name: 'Maria Silva' });
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 12, sold: 0 });
    const group = await bed.group(first.token);
    expect(group).toMatchObject({
      state: 'starting',
      starter: 'Maria S.',
      isStarter: false,
      cotas: 3,
      partCentavos: 600,
    });
    expect(group.parts.map(({ state, name }) => [state, name])).toEqual([
      ['taken', 'Maria S.'],
      ['free', null],
      ['free', null],
      ['free', null],
    ]);
    expect(new Set(group.parts.flatMap(({ numbers }) => numbers)).size).toBe(12);
    expect(group.parts[0]!.numbers).toEqual(first.numbers);
  });

  test('opens with the first payment, and is complete with the last', async () => {
    const rifaId = await bed.rifa(1000);
    const { starter, token } = await bed.openGroup(rifaId);
    expect(await bed.states(token)).toBe('paid free free');
    const numbers = (await bed.group(token)).parts.map((part) => part.numbers);
    for (const partNo of [3, 2]) {
      const friend = await bed.buyer();
      const part = await bed.take(friend, rifaId, { token }, partNo);
      expect(part.numbers).toEqual(numbers[partNo - 1]);
      expect((await bed.group(token, friend)).parts[partNo - 1]).toMatchObject({
        state: 'taken',
        externalReference: part.reference,
      });
      expect((await bed.group(token, starter)).parts[partNo - 1]!.externalReference).toBeNull();
      expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 994 });
      await bed.pay(part);
      const state = partNo === 2 ? 'complete' : 'open';
      expect(await findGroupOfOrder(bed.db, part.orderId)).toMatchObject({ partNo, parts: 3, state });
    }
    expect(await bed.group(token)).toMatchObject({ state: 'complete', endReason: 'complete' });
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, sold: 6 });
    expect((await ledgerBalances(bed)).customer_funds ?? 0).toBe(0);
  });

  test('returns the same group for a repeated request', async () => {
    const rifaId = await bed.rifa(1000);
    const starter = await bed.buyer();
    const key = randomUUID();
    const [first, second] = await Promise.all([
      bed.start(starter, rifaId, { key }),
      bed.start(starter, rifaId, { key }),
    ]);
    expect(second).toEqual(first);
    expect(await bed.start(starter, rifaId, { key })).toEqual(first);
    expect(await rejectionOf(bed.start(starter, rifaId, { key, parts: 4 }))).toBe('KEY_REUSED');
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 6 });
  });
});

describe('starting', () => {
  test('reserves all parts or none of the last numbers', async () => {
    const rifaId = await bed.rifa(20);
    const buyers = await Promise.all(Array.from({ length: 8 }, () => bed.buyer()));
    const started = await Promise.allSettled(buyers.map((buyer) => bed.start(buyer, rifaId, { parts: 3 })));
    const groups = started.filter(({ status }) => status === 'fulfilled').length;
    expect(groups).toBeGreaterThan(0);
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: groups * 6 });
    for (const { code } of rejectionsOf(started)) expect(code).toMatch(/NOT_ENOUGH_NUMBERS|GROUP_REJECTED/);
  });

  test('allows a person one open group per rifa, also under concurrent requests', async () => {
    const rifaId = await bed.rifa(1000);
    const starter = await bed.buyer();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => bed.start(starter, rifaId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 6 });
    const { starter: otherStarter } = await bed.openGroup(rifaId);
    expect(await rejectionOf(bed.start(otherStarter, rifaId))).toBe('GROUP_REJECTED open_group');
  });

  test.each([
    ['more cotas than an order may have', { parts: 20, cotas: 60 }, 'GROUP_REJECTED too_many_cotas'],
    ['more than a person may hold unpaid', { parts: 20, cotas: 6 }, 'UNPAID_LIMIT'],
    ['an unknown plan', { cotas: 0 }, 'BAD_REQUEST'],
  ])('rejects %s', async (_, options, code) => {
    const rifaId = await bed.rifa(1000);
    expect(await rejectionOf(bed.start(await bed.buyer(), rifaId, options))).toBe(code);
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0 });
  });

  test('keeps the free parts of all groups within a quarter of what is left', async () => {
    const rifaId = await bed.rifa(300);
    const outcomes = await Promise.allSettled(
      (await Promise.all(Array.from({ length: 6 }, () => bed.buyer()))).map((buyer) =>
        bed.start(buyer, rifaId, { parts: 10, cotas: 3 }),
      ),
    );
    const started = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(started).toBe(2);
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: started * 30 });
  });

  test('counts free parts as unpaid cotas of the starter, and an unfilled group as an expired reservation', async () => {
    const rifaId = await bed.rifa(100);
    const { starter, token } = await bed.openGroup(rifaId, { parts: 10, cotas: 3 });
    const payOutsideGroup = (cotas: number) =>
      bed.clientOf(starter).checkout.startPayment({
        headers: { 'idempotency-key': randomUUID() },
        body: {
          items: [{ title: 'Moto', quantity: cotas, price: 2, selected_numbers: [], rifaId }],
          customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
          rifaId,
        },
      });
    expect(await rejectionOf(payOutsideGroup(4))).toBe('UNPAID_LIMIT');
    await bed.clientOf(starter).orders.endGroup({ token });
    expect(await rejectionOf(payOutsideGroup(16))).toBe('UNPAID_LIMIT');
    await payOutsideGroup(15);
  });

  test('can be disabled by the shop; open groups continue', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const { value } = await bed.db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'features')
      .executeTakeFirstOrThrow();
    const saveFeatures = (features: object) =>
      bed.db
        .updateTable('settings')
        .set({ value: JSON.stringify(features) })
        .where('key', '=', 'features')
        .execute();
    await saveFeatures({ ...(value as object), groupPurchases: false });
    bed.clock.advance(10);
    expect(await rejectionOf(bed.start(await bed.buyer(), rifaId))).toBe('FEATURE_CLOSED');
    await bed.take(await bed.buyer(), rifaId, { token }, 2);
    await saveFeatures(value as object);
    bed.clock.advance(10);
  });
});
