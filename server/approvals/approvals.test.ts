import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fullMinute } from '@mare/domain/time/full-minute.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../draws/draws.testing.ts';
import { approvalDue, approve, cancelApproval, requestApproval } from './approvals.ts';
import { type ApprovalHandler, type ApprovalHandlers, executeDueApprovals } from './execute-approvals.ts';
import { findApprovers } from './find-admins.ts';
import { listApprovals } from './read-approvals.ts';

let bed: DrawsTestbed;
let asker: string, second: string;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  await bed.prepareJobs([approvalDue]);
  [asker, second] = bed.admins;
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.db.deleteFrom('approvals').execute();
  await setAdmin(asker, 1000);
  await setAdmin(second, 100);
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;

async function request(options: { subjectId?: string; notBefore?: Date } = {}) {
  const requested = await tryRequest(options);
  if (!requested.ok) throw new Error(requested.code);
  return requested.id;
}

const tryRequest = ({ subjectId = randomUUID(), notBefore }: { subjectId?: string; notBefore?: Date } = {}) =>
  bed.db.transaction().execute((trx) =>
    requestApproval(trx, bed.platform, {
      kind: 'GRANT_ADMIN',
      subjectId,
      rifaId: null,
      payload: {},
      summary: 'Dar o papel de administração a Bia.',
      reason: 'Vai cuidar da loja.',
      requestedBy: asker,
      notBefore: notBefore ?? null,
    }),
  );

/** Writes a mark that shows whether the handler's transaction was committed. */
const markDone: ApprovalHandler['execute'] = async (trx, { subjectId }) => {
  await trx.insertInto('settings').values({ key: subjectId, value: '1' }).execute();
  return { ok: true };
};
const handlersOf = (handler: ApprovalHandler): ApprovalHandlers => ({
  SEAL_DRAW: handler,
  USE_TYPED_RESULT: handler,
  CANCEL_FROZEN_RIFA: handler,
  REPLACE_WINNER: handler,
  GRANT_ADMIN: handler,
  REFUND_SEALED: handler,
  LEDGER_ENTRY: handler,
});
const execute = (handler: ApprovalHandler = { execute: markDone }) =>
  executeDueApprovals(bed.platform, handlersOf(handler));
const cancel = (id: string) =>
  cancelApproval(bed.platform, handlersOf({ execute: markDone }), { id, userId: second });
const approveIt = (id: string, userId = second) => approve(bed.platform, { id, userId });

async function isMarked(id: string): Promise<boolean> {
  const row = await bed.db
    .selectFrom('settings')
    .innerJoin('approvals', (join) =>
      join.on((eb) => eb('settings.key', '=', eb.cast<string>('approvals.subjectId', 'text'))),
    )
    .select('key')
    .where('approvals.id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

const stateOf = async (id: string) =>
  (await bed.db.selectFrom('approvals').select(['state', 'error']).where('id', '=', id).executeTakeFirst())!;

async function setAdmin(userId: string, hoursAgo: number): Promise<Date> {
  const adminSince = new Date(bed.clock.now().getTime() - hoursAgo * HOUR * 1000);
  await bed.db.updateTable('profiles').set({ role: 'admin', adminSince }).where('id', '=', userId).execute();
  return adminSince;
}

const demote = (userId: string) =>
  bed.db.updateTable('profiles').set({ role: 'buyer', adminSince: null }).where('id', '=', userId).execute();

test('executes an action at once when an established second admin approves it', async () => {
  const id = await request();
  await execute();
  expect(await stateOf(id)).toEqual({ state: 'waiting', error: null });
  expect(await approveIt(id)).toMatchObject({ ok: true });
  await execute();
  await execute();
  expect(await stateOf(id)).toEqual({ state: 'done', error: null });
  expect(await isMarked(id)).toBe(true);
});

test('rejects the approval of a newly promoted accomplice, so the action waits 24 hours in public', async () => {
  await setAdmin(second, 1 / HOUR);
  const id = await request();
  expect(await approveIt(id)).toEqual({ ok: false, code: 'APPROVER_TOO_NEW' });
  bed.clock.advance(24 * HOUR - MINUTE);
  await execute();
  expect(await stateOf(id)).toMatchObject({ state: 'waiting' });
  bed.clock.advance(2 * MINUTE);
  await execute();
  expect(await stateOf(id)).toMatchObject({ state: 'done' });
});

test('an admin who was demoted and promoted again starts a new tenure', async () => {
  await demote(second);
  const id = await request();
  expect(await approveIt(id)).toEqual({ ok: false, code: 'NOT_ADMIN' });
  await setAdmin(second, 0);
  expect(await approveIt(id)).toEqual({ ok: false, code: 'APPROVER_TOO_NEW' });
});

test('rejects the approval of the requester', async () => {
  expect(await approveIt(await request(), asker)).toEqual({ ok: false, code: 'SAME_PERSON' });
});

test.each([
  ['asker', 'REQUESTER_NOT_ADMIN'],
  ['approver', 'APPROVER_NOT_ADMIN'],
])('fails when the %s has lost the admin role before it takes effect', async (who, error) => {
  const id = await request();
  await approveIt(id);
  await demote(who === 'asker' ? asker : second);
  await execute();
  expect(await stateOf(id)).toEqual({ state: 'failed', error });
  expect(await isMarked(id)).toBe(false);
});

test('rejects a second account of the requester, also if it joins the person after the approval', async () => {
  const join = (personId: string) =>
    bed.db.updateTable('profiles').set({ personId }).where('id', '=', second).execute();
  const id = await request();
  await join(asker);
  expect(await approveIt(id)).toEqual({ ok: false, code: 'SAME_PERSON' });
  expect(await findApprovers(bed.platform, asker)).toMatchObject({ now: 0, later: 0 });
  expect((await listApprovals(bed.db, second)).open).toMatchObject([{ id, isOwn: true }]);
  await join(second);
  expect(await approveIt(id)).toMatchObject({ ok: true });
  await join(asker);
  await execute();
  await join(second);
  expect(await stateOf(id)).toEqual({ state: 'failed', error: 'SAME_PERSON' });
  expect(await isMarked(id)).toBe(false);
});

test('no approval or wait makes an action effective before its declared time', async () => {
  const notBefore = new Date(bed.clock.now().getTime() + 48 * HOUR * 1000);
  const id = await request({ notBefore });
  expect(await approveIt(id)).toEqual({ ok: true, effectiveAt: notBefore });
  bed.clock.advance(48 * HOUR - MINUTE);
  await execute();
  expect(await stateOf(id)).toMatchObject({ state: 'approved' });
  bed.clock.advance(2 * MINUTE);
  await execute();
  expect(await stateOf(id)).toMatchObject({ state: 'done' });
});

test('never executes a cancelled action, approved or not', async () => {
  const [waiting, approved] = [await request(), await request()];
  await approveIt(approved);
  for (const id of [waiting, approved]) {
    expect(await cancel(id)).toBe(true);
    expect(await cancel(id)).toBe(false);
    expect(await approveIt(id)).toEqual({ ok: false, code: 'NOT_WAITING' });
  }
  bed.clock.advance(25 * HOUR);
  await execute();
  for (const id of [waiting, approved]) expect(await isMarked(id)).toBe(false);
});

describe('notifies of the outcome of an action', () => {
  const newsOf = async (id: string) => {
    const rows = await bed.db
      .selectFrom('notifications')
      .select(['userId', 'title'])
      .where('occasion', 'like', `approval-ended:${id}%`)
      .execute();
    return rows.map(({ userId, title }) => [userId, title]);
  };

  test('to the requester after the approval of a second person', async () => {
    const id = await request();
    await approveIt(id);
    await execute();
    expect(await newsOf(id)).toEqual([[asker, 'O seu pedido já vale']]);
  });

  test('to every admin without an approval', async () => {
    const id = await request();
    bed.clock.advance(24 * HOUR + MINUTE);
    await execute();
    const title = 'Um pedido já vale, sem uma segunda pessoa';
    expect(await newsOf(id)).toEqual(
      expect.arrayContaining([
        [asker, title],
        [second, title],
      ]),
    );
  });

  test('to the requester if it had no effect or another admin rejected it', async () => {
    const [failed, rejected] = [await request(), await request()];
    await approveIt(failed);
    await execute({ execute: () => Promise.resolve({ ok: false, code: 'TOO_LATE' }) });
    await cancel(rejected);
    expect(await newsOf(failed)).toEqual([[asker, 'O seu pedido não teve efeito']]);
    expect(await newsOf(rejected)).toEqual([[asker, 'O seu pedido foi recusado']]);
  });

  test('to no one after the requester withdraws it', async () => {
    const id = await request();
    await cancelApproval(bed.platform, handlersOf({ execute: markDone }), { id, userId: asker });
    expect(await newsOf(id)).toEqual([]);
  });
});

describe('races', () => {
  test('two approvals count once', async () => {
    const id = await request();
    const outcomes = await Promise.all([approveIt(id), approveIt(id)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('either cancel or execute an action', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await request();
      await approveIt(id);
      const [cancelled] = await Promise.all([cancel(id), execute(), execute()]);
      expect(await isMarked(id)).toBe(!cancelled);
      expect((await stateOf(id)).state).toBe(cancelled ? 'cancelled' : 'done');
    }
  });

  test('a subject has one open action of a kind', async () => {
    const subjectId = randomUUID();
    const outcomes = await Promise.all([1, 2, 3].map(() => tryRequest({ subjectId })));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const [first] = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.id] : []));
    await cancel(first!);
    expect((await tryRequest({ subjectId })).ok).toBe(true);
  });
});

test('a rejected action is final and rolls back its handler', async () => {
  const id = await request();
  await approveIt(id);
  const dropped: string[] = [];
  await execute({
    execute: async (trx, action) => {
      await markDone(trx, action);
      return { ok: false, code: 'TOO_LATE' };
    },
    onDropped: async (_, action) => void dropped.push(action.id),
  });
  expect(await stateOf(id)).toEqual({ state: 'failed', error: 'TOO_LATE' });
  expect(await isMarked(id)).toBe(false);
  expect(dropped).toEqual([id]);
});

test('rolls back and retries an action that crashes', async () => {
  const id = await request();
  await approveIt(id);
  const log = vi.spyOn(bed.platform.log, 'error').mockImplementation(() => {});
  await execute({
    execute: async (trx, action) => {
      await markDone(trx, action);
      throw new Error('connection lost');
    },
  });
  log.mockRestore();
  expect(await isMarked(id)).toBe(false);
  await execute();
  expect(await stateOf(id)).toEqual({ state: 'done', error: null });
});

test('returns who else can approve, now and later, and from when the caller can', async () => {
  const approvers = (userId: string) => findApprovers(bed.platform, userId);
  expect(await approvers(asker)).toEqual({ now: 1, later: 0, callerFrom: null });
  const since = await setAdmin(second, 71);
  expect(await approvers(asker)).toEqual({ now: 0, later: 1, callerFrom: null });
  const callerFrom = fullMinute(new Date(since.getTime() + 72 * HOUR * 1000)).toISOString();
  expect(await approvers(second)).toEqual({ now: 1, later: 0, callerFrom });
  await demote(second);
  expect(await approvers(asker)).toEqual({ now: 0, later: 0, callerFrom: null });
});
