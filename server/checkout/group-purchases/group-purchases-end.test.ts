/** Ends of group purchases, and their effect on the parts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freezeList } from '../../draws/list/freeze-list.ts';
import { endDueGroups } from '../../orders/group-purchases/end-group.ts';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { until } from '../../payments/payments.testing.ts';
import { JOBS } from '../../composition/worker.ts';
import { createGroupBed, type GroupBed, rejectionOf } from './group-purchases.testing.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
});
afterAll(() => bed.close());

const MINUTE = 60;
describe('a group', () => {
  test('ends when the starter does not pay', async () => {
    const rifaId = await bed.rifa(1000);
    const starter = await bed.buyer();
    const first = await bed.start(starter, rifaId);
    bed.clock.advance(16 * MINUTE);
    await bed.runDueWork();
    expect(await bed.group(first.token)).toMatchObject({ state: 'ended', endReason: 'unpaid' });
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 1000, reserved: 0 });
    await bed.control('POST', `/payments/${await bed.paymentId(first.reference)}/approve_after_expiry`);
    await until(async () => (await bed.status(first.orderId)) === 'paid');
    expect(await bed.states(first.token)).toBe('paid ended ended');
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, sold: 2 });
  });

  test('ends at the deadline: paid parts stay, a payment in progress may finish', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId, { hours: 1, parts: 4 });
    await bed.pay(await bed.take(await bed.buyer(), rifaId, { token }, 2));
    bed.clock.advance(50 * MINUTE);
    const last = await bed.take(await bed.buyer(), rifaId, { token }, 3);
    bed.clock.advance(11 * MINUTE);
    await Promise.all([endDueGroups(bed.platform), endDueGroups(bed.platform)]);
    expect(await bed.states(token)).toBe('paid paid taken ended');
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 2, sold: 4 });
    await bed.pay(last);
    expect(await bed.states(token)).toBe('paid paid paid ended');
    expect(await rejectionOf(bed.take(await bed.buyer(), rifaId, { token }, 4))).toBe('GROUP_REJECTED ended');
    await bed.runDueWork();
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, sold: 6 });
  });

  test('keeps or refunds each payment concurrent with the deadline', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId, { hours: 1, parts: 5 });
    bed.clock.advance(50 * MINUTE);
    const parts = await Promise.all(
      [2, 3, 4].map(async (partNo) => bed.take(await bed.buyer(), rifaId, { token }, partNo)),
    );
    bed.clock.advance(10 * MINUTE + 1);
    await bed.webhooks(false);
    const approvals = parts.map(async ({ reference }) =>
      bed.transition(await bed.paymentId(reference), 'approve'),
    );
    await Promise.all([...approvals, bed.runDueWork(), bed.runDueWork()]);
    await bed.webhooks(true);
    bed.clock.advance(2 * MINUTE);
    await bed.runDueWork();
    for (const { orderId, reference } of parts) {
      const status = await bed.status(orderId);
      const [payment] = (
        await bed.pool.query<{ paid: boolean }>(
          'select approved_at is not null and refunded = 0 as paid from sandbox.payments where external_reference = $1',
          [reference],
        )
      ).rows;
      expect(status).toBe(payment!.paid ? 'paid' : 'cancelled');
    }
    const { sold, reserved } = await checkNumberCounts(bed.db, rifaId);
    expect({ sold, reserved }).toEqual({
      sold:
        2 *
        (1 +
          parts.length -
          (await bed.states(token)).split(' ').filter((state) => state === 'ended').length +
          1),
      reserved: 0,
    });
  });

  test('is ended once, by its starter only', async () => {
    const rifaId = await bed.rifa(1000);
    const { starter, token } = await bed.openGroup(rifaId);
    const friend = await bed.buyer();
    const part = await bed.take(friend, rifaId, { token }, 2);
    expect(await rejectionOf(bed.clientOf(friend).orders.endGroup({ token }))).toBe('NOT_FOUND');
    expect(await rejectionOf(bed.clientOf(null).orders.endGroup({ token }))).toBe('NOT_AUTHENTICATED');
    const endGroup = () => bed.clientOf(starter).orders.endGroup({ token });
    await Promise.all([endGroup(), endGroup(), endGroup()]);
    expect(await bed.states(token)).toBe('paid taken ended');
    expect(await bed.group(token)).toMatchObject({ endReason: 'starter' });
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 2, sold: 2 });
    bed.clock.advance(16 * MINUTE);
    await bed.runDueWork();
    expect(await bed.status(part.orderId)).toBe('cancelled');
    expect(await bed.states(token)).toBe('paid ended ended');
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, free: 998 });
  });

  test('stays consistent when it ends while friends take and leave parts', async () => {
    for (let round = 0; round < 5; round++) {
      const rifaId = await bed.rifa(100);
      const { starter, token } = await bed.openGroup(rifaId, { parts: 4 });
      const leavingFriend = await bed.buyer();
      const leftPart = await bed.take(leavingFriend, rifaId, { token }, 2);
      await Promise.allSettled([
        bed.take(await bed.buyer(), rifaId, { token }, 3),
        bed.clientOf(leavingFriend).orders.giveUp({ externalReference: leftPart.reference }),
        bed.clientOf(starter).orders.endGroup({ token }),
        bed.take(await bed.buyer(), rifaId, { token }, 4),
      ]);
      const counts = await checkNumberCounts(bed.db, rifaId);
      expect(counts.free + counts.reserved + counts.sold).toBe(100);
      expect(await bed.states(token)).not.toContain('free');
      bed.clock.advance(16 * MINUTE);
      await bed.runDueWork();
      expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, sold: 2 });
    }
  });

  test('ends when the starter withdraws: friends keep their paid parts', async () => {
    const rifaId = await bed.rifa(1000);
    const { starter, token, reference, orderId } = await bed.openGroup(rifaId);
    await bed.pay(await bed.take(await bed.buyer(), rifaId, { token }, 2));
    await bed.clientOf(starter).orders.withdraw({ externalReference: reference });
    await bed.runDueWork();
    await until(async () => (await bed.status(orderId)) === 'refunded');
    expect(await bed.states(token)).toBe('returned paid ended');
    expect(await bed.group(token)).toMatchObject({ endReason: 'refunded' });
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, sold: 2 });
  });

  test('shows the numbers that a friend kept who gave a cota away and withdrew', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const [friend, recipient] = [await bed.buyer(), await bed.buyer()];
    const part = await bed.take(friend, rifaId, { token }, 2);
    await bed.pay(part);
    const [given] = part.numbers as [number, number];
    const gift = { externalReference: part.reference, rifaId, numbers: [given], email: null };
    const { reference } = await bed.clientOf(friend).orders.giveCotas({ ...gift, recipientName: 'Nina' });
    await bed.clientOf(recipient).orders.claimGift({ reference });
    await bed.clientOf(friend).orders.withdraw({ externalReference: part.reference });
    await bed.runDueWork();
    await until(async () => (await checkNumberCounts(bed.db, rifaId)).sold === 3);
    const { parts } = await bed.group(token);
    expect(parts[1]).toMatchObject({ state: 'paid', numbers: [given] });
    expect(parts[0]!.numbers).toHaveLength(2);
  });

  test('stays open when a friend withdraws', async () => {
    const rifaId = await bed.rifa(1000);
    const { token } = await bed.openGroup(rifaId);
    const friend = await bed.buyer();
    const part = await bed.take(friend, rifaId, { token }, 2);
    await bed.pay(part);
    await bed.clientOf(friend).orders.withdraw({ externalReference: part.reference });
    await bed.runDueWork();
    await until(async () => (await bed.status(part.orderId)) === 'refunded');
    expect(await bed.states(token)).toBe('paid returned free');
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 2, sold: 2 });
  });

  test('ends before the list is frozen', async () => {
    await bed.platform.jobs.prepare(JOBS);
    const rifaId = await bed.rifa(1000);
    await bed.openGroup(rifaId);
    await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', rifaId).execute();
    expect(await freezeList(bed.platform, rifaId)).toEqual({ ok: false, code: 'PENDING_ORDERS' });
    await bed.runDueWork();
    expect(await freezeList(bed.platform, rifaId)).toMatchObject({ ok: true, soldNumbers: 2 });
  });

  test('ends with the sales of its rifa, also by cancellation', async () => {
    for (const status of ['closed', 'cancelled']) {
      const rifaId = await bed.rifa(1000);
      const { token } = await bed.openGroup(rifaId);
      await bed.db.updateTable('rifas').set({ status }).where('id', '=', rifaId).execute();
      expect(await rejectionOf(bed.take(await bed.buyer(), rifaId, { token }, 2))).toBe('RIFA_NOT_ACTIVE');
      await bed.runDueWork();
      expect(await bed.group(token)).toMatchObject({ state: 'ended', endReason: 'rifa' });
      expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, sold: 2 });
    }
  });
});
