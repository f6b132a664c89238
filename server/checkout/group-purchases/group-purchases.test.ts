import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findGroupOfOrder } from '../../orders/group-purchases/find-group.ts';
import { addBuyer, checkNumberCounts } from '../../orders/orders.testing.ts';
import { ledgerBalances, until } from '../../payments/payments.testing.ts';
import { createGroupBed, type GroupBed, rejectionOf, rejectionsOf } from './group-purchases.testing.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
});
afterAll(() => bed.close());

const MINUTE = 60;

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
    const [one, two] = await Promise.all([
      bed.start(starter, rifaId, { key }),
      bed.start(starter, rifaId, { key }),
    ]);
    expect(two).toEqual(one);
    expect(await bed.start(starter, rifaId, { key })).toEqual(one);
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
    for (const { code } of rejectionsOf(started)) expect(code).toMatch(/NOT_ENOUGH_NUMBERS|GROUP_REFUSED/);
  });

  test('allows a person one open group per rifa, also under concurrent requests', async () => {
    const rifaId = await bed.rifa(1000);
    const starter = await bed.buyer();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => bed.start(starter, rifaId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 6 });
    const { starter: other } = await bed.openGroup(rifaId);
    expect(await rejectionOf(bed.start(other, rifaId))).toBe('GROUP_REFUSED open_group');
  });

  test.each([
    ['more cotas than an order may have', { parts: 20, cotas: 60 }, 'GROUP_REFUSED too_many_cotas'],
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
    const single = (cotas: number) =>
      bed.clientOf(starter).checkout.startPayment({
        headers: { 'idempotency-key': randomUUID() },
        body: {
          items: [{ title: 'Moto', quantity: cotas, price: 2, selected_numbers: [], rifaId }],
          customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
          rifaId,
        },
      });
    expect(await rejectionOf(single(4))).toBe('UNPAID_LIMIT');
    await bed.clientOf(starter).orders.endGroup({ token });
    expect(await rejectionOf(single(16))).toBe('UNPAID_LIMIT');
    await single(15);
  });

  test('can be disabled by the shop; open groups continue', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const { value } = await bed.db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'features')
      .executeTakeFirstOrThrow();
    const save = (features: object) =>
      bed.db
        .updateTable('settings')
        .set({ value: JSON.stringify(features) })
        .where('key', '=', 'features')
        .execute();
    await save({ ...(value as object), groupPurchases: false });
    bed.clock.advance(10);
    expect(await rejectionOf(bed.start(await bed.buyer(), rifaId))).toBe('FEATURE_CLOSED');
    await bed.take(await bed.buyer(), rifaId, { token }, 2);
    await save(value as object);
    bed.clock.advance(10);
  });
});

describe('taking a part', () => {
  test('gives it to one of two concurrent friends', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const friends = await Promise.all(Array.from({ length: 6 }, () => bed.buyer()));
    const taken = await Promise.allSettled(friends.map((friend) => bed.take(friend, rifaId, { token }, 2)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const rejection of rejectionsOf(taken))
      expect(rejection).toMatchObject({ code: 'GROUP_REFUSED', data: { reason: 'part_taken' } });
    expect(await bed.states(token)).toBe('paid taken free');
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 4, sold: 2 });
  });

  test('applies the rules of orders to each friend', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const young = await addBuyer(bed.db, { city: 'Maceió', state: 'AL', birthDate: '2020-01-01' });
    expect(await rejectionOf(bed.take(young, rifaId, { token }, 2))).toBe('NOT_ELIGIBLE under_age');
    const far = await addBuyer(bed.db, { city: 'Recife', state: 'PE', birthDate: '1990-02-28' });
    expect(await rejectionOf(bed.take(far, rifaId, { token }, 2))).toBe('NOT_ELIGIBLE other_city');
    const unknown = await addBuyer(bed.db, {
      city: 'Maceió',
      state: 'AL',
      birthDate: '1990-02-28',
      cpf: null,
    });
    expect(await rejectionOf(bed.take(unknown, rifaId, { token }, 2))).toBe('NOT_ELIGIBLE cpf_unknown');
    const limited = await bed.buyer();
    await bed.db.updateTable('rifas').set({ maxPerPerson: 1 }).where('id', '=', rifaId).execute();
    expect(await rejectionOf(bed.take(limited, rifaId, { token }, 2))).toBe('PURCHASE_LIMIT_EXCEEDED');
    await bed.db.updateTable('rifas').set({ maxPerPerson: null }).where('id', '=', rifaId).execute();
    expect(await bed.states(token)).toBe('paid free free');
  });

  test('waits for the payment of the starter, and keeps the offered price', async () => {
    const rifaId = await bed.rifa(1000);
    const first = await bed.start(await bed.buyer(), rifaId);
    const friend = await bed.buyer();
    expect(await rejectionOf(bed.take(friend, rifaId, first, 2))).toBe('GROUP_REFUSED not_open');
    await bed.pay(first);
    expect(await rejectionOf(bed.take(friend, rifaId, first, 2, { cotas: 1 }))).toBe(
      'GROUP_REFUSED terms_changed',
    );
    const other = await bed.rifa(1000);
    expect(await rejectionOf(bed.take(friend, other, first, 2))).toBe('GROUP_REFUSED terms_changed');
    expect(await rejectionOf(bed.take(friend, rifaId, { token: randomUUID() }, 2))).toBe(
      'GROUP_REFUSED ended',
    );
    expect(await rejectionOf(bed.take(friend, rifaId, first, 4))).toBe('GROUP_REFUSED ended');
    await bed.take(friend, rifaId, first, 2);
  });

  test('is possible when all other cotas are sold', async () => {
    const rifaId = await bed.rifa(20);
    const { token } = await bed.openGroup(rifaId, { parts: 3 });
    await bed.order('pix', { rifaId, quantity: 14 });
    const friend = await bed.buyer();
    const quote = (isPart: boolean) =>
      bed.clientOf(friend).checkout.quote({ items: [{ rifaId, quantity: 2 }], isPart });
    expect(await rejectionOf(quote(false))).toBe('NOT_ENOUGH_NUMBERS');
    const { token: quoted } = await quote(true);
    const part = await bed.take(friend, rifaId, { token }, 2, { more: { quote: quoted } });
    await bed.pay(part);
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 0, sold: 4, reserved: 16 });
  });

  test('needs sales that are open', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const pause = (pausedAt: Date | null, pauseReason: string | null) =>
      bed.db.updateTable('rifas').set({ pausedAt, pauseReason }).where('id', '=', rifaId).execute();
    await pause(bed.clock.now(), 'Voltamos logo.');
    expect(await rejectionOf(bed.take(await bed.buyer(), rifaId, { token }, 2))).toBe('RIFA_NOT_ACTIVE');
    expect((await bed.group(token)).rifa).toMatchObject({ status: 'paused', pauseReason: 'Voltamos logo.' });
    await pause(null, null);
    expect((await bed.group(token)).rifa.pauseReason).toBeNull();
    await bed.take(await bed.buyer(), rifaId, { token }, 2);
  });
});

describe('an unpaid part', () => {
  test('returns to its group after 15 minutes and can be paid by another friend', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const lazy = await bed.take(await bed.buyer(), rifaId, { token }, 2);
    bed.clock.advance(16 * MINUTE);
    await bed.runDueWork();
    expect(await bed.states(token)).toBe('paid free free');
    expect(await bed.status(lazy.orderId)).toBe('cancelled');
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 4, sold: 2 });
    const part = await bed.take(await bed.buyer(), rifaId, { token }, 2);
    expect(part.numbers).toEqual(lazy.numbers);
    await bed.pay(part);
    expect(await bed.states(token)).toBe('paid paid free');
  });

  test('returns when the friend abandons it', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const friend = await bed.buyer();
    const part = await bed.take(friend, rifaId, { token }, 2);
    await bed.clientOf(friend).orders.giveUp({ externalReference: part.reference });
    expect(await bed.states(token)).toBe('paid free free');
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 4 });
    await bed.take(friend, rifaId, { token }, 2);
  });

  test('goes to a late payment while it is free', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const late = await bed.take(await bed.buyer(), rifaId, { token }, 2);
    bed.clock.advance(16 * MINUTE);
    await bed.runDueWork();
    expect(await bed.states(token)).toBe('paid free free');
    await bed.control('POST', `/payments/${await bed.paymentId(late.reference)}/approve_after_expiry`);
    await until(async () => (await bed.status(late.orderId)) === 'paid');
    expect(await bed.states(token)).toBe('paid paid free');
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 2, sold: 4 });
  });

  test('never goes to the late payment of the previous friend', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const late = await bed.take(await bed.buyer(), rifaId, { token }, 2);
    bed.clock.advance(16 * MINUTE);
    await bed.runDueWork();
    const next = await bed.take(await bed.buyer(), rifaId, { token }, 2);
    const paymentId = await bed.paymentId(late.reference);
    await bed.control('POST', `/payments/${paymentId}/approve_after_expiry`);
    await until(async () => (await bed.disposition(paymentId)) === 'late');
    expect(await bed.status(late.orderId)).toBe('cancelled');
    expect(await bed.refunds(paymentId)).toHaveLength(1);
    await bed.pay(next);
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 2, sold: 4 });
  });
});
