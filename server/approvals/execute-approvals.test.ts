import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ApprovalsTestbed,
  createApprovalsTestbed,
  HOUR,
  markDone,
  MINUTE,
} from './approvals.testing.ts';

let bed: ApprovalsTestbed;
beforeAll(async () => {
  bed = await createApprovalsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('executes an action at once when an established second admin approves it', async () => {
  const id = await bed.request();
  await bed.executeDue();
  expect(await bed.findState(id)).toEqual({ state: 'waiting', error: null });
  expect(await bed.approve(id)).toMatchObject({ ok: true });
  await bed.executeDue();
  await bed.executeDue();
  expect(await bed.findState(id)).toEqual({ state: 'done', error: null });
  expect(await bed.isMarked(id)).toBe(true);
});

test.each([
  ['requester', 'REQUESTER_NOT_ADMIN'],
  ['approver', 'APPROVER_NOT_ADMIN'],
])('fails when the %s has lost the admin role before it takes effect', async (demoted, error) => {
  const id = await bed.request();
  await bed.approve(id);
  await bed.demote(demoted === 'requester' ? bed.requester : bed.secondAdmin);
  await bed.executeDue();
  expect(await bed.findState(id)).toEqual({ state: 'failed', error });
  expect(await bed.isMarked(id)).toBe(false);
});

test('no approval or wait makes an action effective before its declared time', async () => {
  const notBefore = new Date(bed.clock.now().getTime() + 48 * HOUR * 1000);
  const id = await bed.request({ notBefore });
  expect(await bed.approve(id)).toEqual({ ok: true, effectiveAt: notBefore });
  bed.clock.advance(48 * HOUR - MINUTE);
  await bed.executeDue();
  expect(await bed.findState(id)).toMatchObject({ state: 'approved' });
  bed.clock.advance(2 * MINUTE);
  await bed.executeDue();
  expect(await bed.findState(id)).toMatchObject({ state: 'done' });
});

test('never executes a cancelled action, approved or not', async () => {
  const [waiting, approved] = [await bed.request(), await bed.request()];
  await bed.approve(approved);
  for (const id of [waiting, approved]) {
    expect(await bed.cancel(id)).toBe(true);
    expect(await bed.cancel(id)).toBe(false);
    expect(await bed.approve(id)).toEqual({ ok: false, code: 'NOT_WAITING' });
  }
  bed.clock.advance(25 * HOUR);
  await bed.executeDue();
  for (const id of [waiting, approved]) expect(await bed.isMarked(id)).toBe(false);
});

test('either cancels or executes an action when both are concurrent', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await bed.request();
    await bed.approve(id);
    const [cancelled] = await Promise.all([bed.cancel(id), bed.executeDue(), bed.executeDue()]);
    expect(await bed.isMarked(id)).toBe(!cancelled);
    expect((await bed.findState(id)).state).toBe(cancelled ? 'cancelled' : 'done');
  }
});

describe('notifies of the outcome of an action', () => {
  const findNotices = async (id: string) => {
    const rows = await bed.db
      .selectFrom('notifications')
      .select(['userId', 'title'])
      .where('occasion', 'like', `approval-ended:${id}%`)
      .execute();
    return rows.map(({ userId, title }) => [userId, title]);
  };

  test('to the requester after the approval of a second person', async () => {
    const id = await bed.request();
    await bed.approve(id);
    await bed.executeDue();
    expect(await findNotices(id)).toEqual([[bed.requester, 'O seu pedido já vale']]);
  });

  test('to every admin without an approval', async () => {
    const id = await bed.request();
    bed.clock.advance(24 * HOUR + MINUTE);
    await bed.executeDue();
    const title = 'Um pedido já vale, sem uma segunda pessoa';
    expect(await findNotices(id)).toEqual(
      expect.arrayContaining([
        [bed.requester, title],
        [bed.secondAdmin, title],
      ]),
    );
  });

  test('to the requester if it had no effect or another admin rejected it', async () => {
    const [failed, rejected] = [await bed.request(), await bed.request()];
    await bed.approve(failed);
    await bed.executeDue({ execute: () => Promise.resolve({ ok: false, code: 'TOO_LATE' }) });
    await bed.cancel(rejected);
    expect(await findNotices(failed)).toEqual([[bed.requester, 'O seu pedido não teve efeito']]);
    expect(await findNotices(rejected)).toEqual([[bed.requester, 'O seu pedido foi recusado']]);
  });

  test('to no one after the requester withdraws it', async () => {
    const id = await bed.request();
    await bed.cancel(id, bed.requester);
    expect(await findNotices(id)).toEqual([]);
  });
});

test('a rejected action is final and rolls back its handler', async () => {
  const id = await bed.request();
  await bed.approve(id);
  const dropped: string[] = [];
  await bed.executeDue({
    execute: async (trx, action) => {
      await markDone(trx, action);
      return { ok: false, code: 'TOO_LATE' };
    },
    onDropped: async (_, action) => void dropped.push(action.id),
  });
  expect(await bed.findState(id)).toEqual({ state: 'failed', error: 'TOO_LATE' });
  expect(await bed.isMarked(id)).toBe(false);
  expect(dropped).toEqual([id]);
});

test('rolls back and retries an action that crashes', async () => {
  const id = await bed.request();
  await bed.approve(id);
  const log = vi.spyOn(bed.platform.log, 'error').mockImplementation(() => {});
  await bed.executeDue({
    execute: async (trx, action) => {
      await markDone(trx, action);
      throw new Error('connection lost');
    },
  });
  log.mockRestore();
  expect(await bed.isMarked(id)).toBe(false);
  await bed.executeDue();
  expect(await bed.findState(id)).toEqual({ state: 'done', error: null });
});
