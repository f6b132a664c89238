/** Parts whose payment the bank took back, and gave back again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLedger } from '../../ledger/read-ledger.ts';
import { checkNumberCounts, line } from '../../orders/orders.testing.ts';
import { paidOrder } from '../../payments/payments.testing.ts';
import { applySnapshot } from '../../payments/settlement/apply-snapshot.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';
import { createGroupBed, type GroupBed } from './group-purchases.testing.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
});
afterAll(() => bed.close());

type Part = Awaited<ReturnType<GroupBed['take']>>;

/** Changes the payment at the provider step by step, and applies each. */
async function applyTransitions({ reference }: Pick<Part, 'reference'>, ...transitions: string[]) {
  const paymentId = await bed.paymentId(reference);
  for (const transition of transitions) {
    bed.clock.advance(60);
    await bed.transition(paymentId, transition);
    await applySnapshot(bed.context, await bed.read(paymentId), 'check');
  }
}
const chargeBack = (part: Pick<Part, 'reference'>) =>
  applyTransitions(part, 'charge_back', 'lose_charge_back');
const reverseChargeBack = (part: Pick<Part, 'reference'>) => applyTransitions(part, 'reverse_charge_back');

async function addPaidPart(rifaId: string, { token }: Pick<Part, 'token'>, partNo: number) {
  const part = await bed.take(await bed.buyer(), rifaId, { token }, partNo);
  await bed.pay(part);
  return part;
}

const findRefunds = async ({ reference }: Pick<Part, 'reference'>) =>
  bed.refunds(await bed.paymentId(reference));

async function expectConsistent(rifaId: string, counts: { sold: number; reserved: number }) {
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject(counts);
  expect(await readLedger(bed.db)).toMatchObject({ unbalanced: [], differenceCentavos: 0 });
}

test('a drawn part counts again once the bank reverses its charge-back', async () => {
  const rifaId = await bed.rifa(1000);
  const group = await bed.openGroup(rifaId);
  const part = await addPaidPart(rifaId, group, 2);
  await bed.db
    .insertInto('drawLists')
    .values({
      rifaId,
      frozenAt: new Date('2100-01-01'),
      bytes: 0,
      excludedNumbers: 0,
      listHash: '0'.repeat(64),
      merkleRoot: '0'.repeat(64),
      soldNumbers: 4,
      totalNumbers: 1000,
    })
    .execute();
  await bed.db.updateTable('rifas').set({ status: 'completed' }).where('id', '=', rifaId).execute();
  await bed.runDueWork();
  for (const each of [part, group]) {
    await chargeBack(each);
    expect(await bed.status(each.orderId)).toBe('charged_back');
    await reverseChargeBack(each);
    expect(await bed.status(each.orderId)).toBe('paid');
    expect(await findRefunds(each)).toEqual([]);
  }
  expect(await bed.states(group.token)).toBe('paid paid ended');
  await expectConsistent(rifaId, { sold: 4, reserved: 0 });
});

test('a part of an open group completes it once its charge-back is reversed', async () => {
  const rifaId = await bed.rifa(1000);
  const group = await bed.openGroup(rifaId);
  const [second] = [await addPaidPart(rifaId, group, 2)];
  await chargeBack(second);
  await addPaidPart(rifaId, group, 3);
  expect(await bed.states(group.token)).toBe('paid returned paid');
  expect(await bed.group(group.token)).toMatchObject({ state: 'open' });
  await reverseChargeBack(second);
  expect(await bed.states(group.token)).toBe('paid paid paid');
  expect(await bed.group(group.token)).toMatchObject({ state: 'complete' });
  await expectConsistent(rifaId, { sold: 6, reserved: 0 });
});

test('the starter keeps her part, but not the group that ended without it', async () => {
  const rifaId = await bed.rifa(1000);
  const group = await bed.openGroup(rifaId);
  await addPaidPart(rifaId, group, 2);
  await chargeBack(group);
  expect(await bed.group(group.token)).toMatchObject({ state: 'ended', endReason: 'refunded' });
  await reverseChargeBack(group);
  expect(await bed.status(group.orderId)).toBe('paid');
  expect(await bed.group(group.token)).toMatchObject({ state: 'ended' });
  expect(await bed.states(group.token)).toBe('paid paid ended');
  await expectConsistent(rifaId, { sold: 4, reserved: 0 });
});

test('a charge-back that waits for a freeze locks no group', async () => {
  const rifaId = await bed.rifa(1000);
  const group = await bed.openGroup(rifaId);
  const part = await addPaidPart(rifaId, group, 2);
  await applyTransitions(group, 'charge_back');
  const paymentId = await bed.paymentId(group.reference);
  await bed.webhooks(false);
  await bed.transition(paymentId, 'lose_charge_back');
  const snapshot = await bed.read(paymentId);
  const freeze = await bed.pool.connect();
  try {
    await freeze.query('begin');
    await freeze.query(`select from rifas where id = '${rifaId}' for update`);
    const applied = applySnapshot(bed.context, snapshot, 'check');
    await untilBlocked(bed.pool);
    await freeze.query(`select from group_purchases where rifa_id = '${rifaId}' for update nowait`);
    await freeze.query('commit');
    await applied;
  } finally {
    freeze.release();
    await bed.webhooks(true);
  }
  expect(await bed.states(group.token)).toBe('returned paid ended');
  expect(await bed.status(part.orderId)).toBe('paid');
  await expectConsistent(rifaId, { sold: 2, reserved: 0 });
});

test('a part whose number was sold again is refunded', async () => {
  const rifaId = await bed.rifa(1000);
  const group = await bed.openGroup(rifaId);
  const part = await addPaidPart(rifaId, group, 2);
  await chargeBack(part);
  const secondSale = await paidOrder(bed, { lines: [line(rifaId, part.numbers.length, part.numbers)] });
  await reverseChargeBack(part);
  expect(await bed.status(part.orderId)).toBe('charged_back');
  expect(await bed.status(secondSale.id)).toBe('paid');
  expect(await findRefunds(part)).toMatchObject([{ reason: 'late', state: 'requested' }]);
  expect(await bed.states(group.token)).toBe('paid returned free');
});
