import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fullMinute } from '@mare/domain/time/full-minute.ts';
import { type ApprovalsTestbed, createApprovalsTestbed, HOUR, MINUTE } from './approvals.testing.ts';
import { findApprovers } from './find-admins.ts';
import { listApprovals } from './read-approvals.ts';

let bed: ApprovalsTestbed;
beforeAll(async () => {
  bed = await createApprovalsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('rejects the approval of a newly promoted accomplice, so the action waits 24 hours in public', async () => {
  await bed.setAdmin(bed.secondAdmin, 1 / HOUR);
  const id = await bed.request();
  expect(await bed.approve(id)).toEqual({ ok: false, code: 'APPROVER_TOO_NEW' });
  bed.clock.advance(24 * HOUR - MINUTE);
  await bed.executeDue();
  expect(await bed.findState(id)).toMatchObject({ state: 'waiting' });
  bed.clock.advance(2 * MINUTE);
  await bed.executeDue();
  expect(await bed.findState(id)).toMatchObject({ state: 'done' });
});

test('an admin who was demoted and promoted again starts a new tenure', async () => {
  await bed.demote(bed.secondAdmin);
  const id = await bed.request();
  expect(await bed.approve(id)).toEqual({ ok: false, code: 'NOT_ADMIN' });
  await bed.setAdmin(bed.secondAdmin, 0);
  expect(await bed.approve(id)).toEqual({ ok: false, code: 'APPROVER_TOO_NEW' });
});

test('rejects the approval of the requester', async () => {
  expect(await bed.approve(await bed.request(), bed.requester)).toEqual({ ok: false, code: 'SAME_PERSON' });
});

test('rejects a second account of the requester, also if it joins the person after the approval', async () => {
  const setPersonOfSecond = (personId: string) =>
    bed.db.updateTable('profiles').set({ personId }).where('id', '=', bed.secondAdmin).execute();
  const id = await bed.request();
  await setPersonOfSecond(bed.requester);
  expect(await bed.approve(id)).toEqual({ ok: false, code: 'SAME_PERSON' });
  expect(await findApprovers(bed.platform, bed.requester)).toMatchObject({ now: 0, later: 0 });
  expect((await listApprovals(bed.db, bed.secondAdmin)).open).toMatchObject([{ id, isOwn: true }]);
  await setPersonOfSecond(bed.secondAdmin);
  expect(await bed.approve(id)).toMatchObject({ ok: true });
  await setPersonOfSecond(bed.requester);
  await bed.executeDue();
  await setPersonOfSecond(bed.secondAdmin);
  expect(await bed.findState(id)).toEqual({ state: 'failed', error: 'SAME_PERSON' });
  expect(await bed.isMarked(id)).toBe(false);
});

test('two concurrent approvals count once', async () => {
  const id = await bed.request();
  const outcomes = await Promise.all([bed.approve(id), bed.approve(id)]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});

test('a subject has one open action of a kind', async () => {
  const subjectId = randomUUID();
  const outcomes = await Promise.all([1, 2, 3].map(() => bed.tryRequest({ subjectId })));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  const [first] = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.id] : []));
  await bed.cancel(first!);
  expect((await bed.tryRequest({ subjectId })).ok).toBe(true);
});

test('returns who else can approve, now and later, and from when the caller can', async () => {
  const findApproversFor = (userId: string) => findApprovers(bed.platform, userId);
  expect(await findApproversFor(bed.requester)).toEqual({ now: 1, later: 0, callerFrom: null });
  const since = await bed.setAdmin(bed.secondAdmin, 71);
  expect(await findApproversFor(bed.requester)).toEqual({ now: 0, later: 1, callerFrom: null });
  const callerFrom = fullMinute(new Date(since.getTime() + 72 * HOUR * 1000)).toISOString();
  expect(await findApproversFor(bed.secondAdmin)).toEqual({ now: 1, later: 0, callerFrom });
  await bed.demote(bed.secondAdmin);
  expect(await findApproversFor(bed.requester)).toEqual({ now: 0, later: 0, callerFrom: null });
});
