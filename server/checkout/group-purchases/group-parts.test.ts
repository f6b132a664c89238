/** Parts of group purchases that friends take, pay or leave unpaid. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addBuyer, checkNumberCounts } from '../../orders/orders.testing.ts';
import { until } from '../../payments/payments.testing.ts';
import { createGroupBed, type GroupBed, rejectionOf, rejectionsOf } from './group-purchases.testing.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
});
afterAll(() => bed.close());

const MINUTE = 60;

describe('taking a part', () => {
  test('gives it to one of two concurrent friends', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const friends = await Promise.all(Array.from({ length: 6 }, () => bed.buyer()));
    const taken = await Promise.allSettled(friends.map((friend) => bed.take(friend, rifaId, { token }, 2)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const rejection of rejectionsOf(taken))
      expect(rejection).toMatchObject({ code: 'GROUP_REJECTED', data: { reason: 'part_taken' } });
    expect(await bed.states(token)).toBe('paid taken free');
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 4, sold: 2 });
  });

  test('applies the rules of orders to each friend', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const minor = await addBuyer(bed.db, { city: 'Maceió', state: 'AL', birthDate: '2020-01-01' });
    expect(await rejectionOf(bed.take(minor, rifaId, { token }, 2))).toBe('NOT_ELIGIBLE under_age');
    const outsider = await addBuyer(bed.db, { city: 'Recife', state: 'PE', birthDate: '1990-02-28' });
    expect(await rejectionOf(bed.take(outsider, rifaId, { token }, 2))).toBe('NOT_ELIGIBLE other_city');
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
    expect(await rejectionOf(bed.take(friend, rifaId, first, 2))).toBe('GROUP_REJECTED not_open');
    await bed.pay(first);
    expect(await rejectionOf(bed.take(friend, rifaId, first, 2, { cotas: 1 }))).toBe(
      'GROUP_REJECTED terms_changed',
    );
    const otherRifaId = await bed.rifa(1000);
    expect(await rejectionOf(bed.take(friend, otherRifaId, first, 2))).toBe('GROUP_REJECTED terms_changed');
    expect(await rejectionOf(bed.take(friend, rifaId, { token: randomUUID() }, 2))).toBe(
      'GROUP_REJECTED ended',
    );
    expect(await rejectionOf(bed.take(friend, rifaId, first, 4))).toBe('GROUP_REJECTED ended');
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
    const { token: quoteToken } = await quote(true);
    const part = await bed.take(friend, rifaId, { token }, 2, { more: { quote: quoteToken } });
    await bed.pay(part);
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 0, sold: 4, reserved: 16 });
  });

  test('needs sales that are open', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const setPause = (pausedAt: Date | null, pauseReason: string | null) =>
      bed.db.updateTable('rifas').set({ pausedAt, pauseReason }).where('id', '=', rifaId).execute();
    await setPause(bed.clock.now(), 'Voltamos logo.');
    expect(await rejectionOf(bed.take(await bed.buyer(), rifaId, { token }, 2))).toBe('RIFA_NOT_ACTIVE');
    expect((await bed.group(token)).rifa).toMatchObject({ status: 'paused', pauseReason: 'Voltamos logo.' });
    await setPause(null, null);
    expect((await bed.group(token)).rifa.pauseReason).toBeNull();
    await bed.take(await bed.buyer(), rifaId, { token }, 2);
  });
});

describe('an unpaid part', () => {
  test('returns to its group after 15 minutes and can be paid by another friend', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const expired = await bed.take(await bed.buyer(), rifaId, { token }, 2);
    bed.clock.advance(16 * MINUTE);
    await bed.runDueWork();
    expect(await bed.states(token)).toBe('paid free free');
    expect(await bed.status(expired.orderId)).toBe('cancelled');
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 4, sold: 2 });
    const part = await bed.take(await bed.buyer(), rifaId, { token }, 2);
    expect(part.numbers).toEqual(expired.numbers);
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
