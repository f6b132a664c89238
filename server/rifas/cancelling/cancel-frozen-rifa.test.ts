import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { approve } from '../../approvals/approvals.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, PRIZES } from '../../draws/draws.testing.ts';
import { drawRifa } from '../../draws/draw-rifa.ts';
import { readDrawAudit } from '../../draws/proofs/read-draw-audit.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { refundRifaJob } from '../../payments/refunds/cancelled/refund-rifa.job.ts';
import { findShownRifa } from '../rifas.queries.ts';
import { requestCancel } from './cancel-frozen-rifa.ts';
import { changeRifaState } from '../management/change-rifa-state.ts';
import { readCancellingRule } from './find-cancelling-rule.ts';

let bed: DrawsTestbed;
let asker: string, second: string;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  [asker, second] = bed.admins;
});
afterAll(() => bed.close());

/** The extraction runs at 19:00, an hour before the testbed's draw date. */
const hoursAfterExtraction = (hours: number) =>
  bed.clock.advance((bed.drawDate.getTime() - 3_600_000 - bed.clock.now().getTime()) / 1000 + hours * 3600);

let extraction: number;
beforeEach(() => {
  hoursAfterExtraction(-30);
  extraction = freshExtraction();
});

async function addSealedRifa(): Promise<string> {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  await bed.sell(rifaId, [6]);
  await bed.freeze(rifaId);
  const sealed = await bed.seal(rifaId, extraction);
  if (!sealed.ok) throw new Error(sealed.code);
  return rifaId;
}

const cancelAlone = (id: string) =>
  changeRifaState(
    bed.platform,
    { userId: asker, ipAddress: null },
    { id, version: null, to: 'cancelled', note: 'x' },
  );
const request = (id: string) =>
  requestCancel(bed.platform, { id, reason: 'COURT_ORDER', note: 'Liminar 123.', userId: asker });
async function requested(rifaId: string): Promise<string> {
  const outcome = await request(rifaId);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.id;
}
const actionsOf = async (rifaId: string) => (await readDrawAudit(bed.db, rifaId, bed.clock.now()))!.actions;

test('tells the panel beforehand how a rifa may be cancelled', async () => {
  const ruleOf = (rifaId: string) => readCancellingRule(bed.db, bed.platform, rifaId);
  expect(await ruleOf(await bed.rifa(10))).toBe('FREE');
  const [sealed, overdue] = [await addSealedRifa(), await bed.rifa(10)];
  expect(await ruleOf(sealed)).toBe('TWO_PERSONS');
  hoursAfterExtraction(0);
  expect(await ruleOf(sealed)).toBe('TOO_LATE');
  hoursAfterExtraction(0.5);
  expect(await ruleOf(overdue)).toBe('TWO_PERSONS');
});

test('lets one admin cancel a rifa on sale', async () => {
  const rifaId = await bed.rifa(10);
  expect(await cancelAlone(rifaId)).toMatchObject({ ok: true, status: 'cancelled' });
});

test('requires a second admin after the freeze, and publishes the reason', async () => {
  const rifaId = await addSealedRifa();
  expect(await cancelAlone(rifaId)).toEqual({ ok: false, code: 'SECOND_PERSON_REQUIRED' });
  const id = await requested(rifaId);
  expect(await request(rifaId)).toEqual({ ok: false, code: 'ALREADY_REQUESTED' });
  await bed.executeApprovals();
  expect(await bed.statusOf(rifaId)).toBe('closed');
  expect(await actionsOf(rifaId)).toMatchObject([
    {
      kind: 'CANCEL_FROZEN_RIFA',
      state: 'waiting',
      reason: 'Decisão judicial ou de um órgão público. Liminar 123.',
    },
  ]);
  await approve(bed.platform, { id, userId: second });
  await Promise.all([bed.executeApprovals(), bed.executeApprovals()]);
  expect(await bed.statusOf(rifaId)).toBe('cancelled');
  expect(await bed.countEnqueued(refundRifaJob, rifaId)).toBe(1);
  const cancellation = { reason: 'COURT_ORDER', note: 'Liminar 123.' };
  expect(await findShownRifa(bed.db, rifaId, bed.clock.now())).toMatchObject({ cancellation });
  expect((await readDrawAudit(bed.db, rifaId, bed.clock.now()))!.rifa).toMatchObject({ cancellation });
});

test('treats sales past their end as over, even if the job has not closed them', async () => {
  const rifaId = await bed.rifa(10);
  hoursAfterExtraction(0.5);
  expect(await cancelAlone(rifaId)).toEqual({ ok: false, code: 'SECOND_PERSON_REQUIRED' });
});

test('rejects cancelling from the hour of the extraction until the draw', async () => {
  const rifaId = await addSealedRifa();
  hoursAfterExtraction(0);
  expect(await cancelAlone(rifaId)).toEqual({ ok: false, code: 'CANCEL_TOO_LATE' });
  expect(await request(rifaId)).toEqual({ ok: false, code: 'CANCEL_TOO_LATE' });
});

test('drops a cancellation that waits while the extraction runs', async () => {
  const rifaId = await addSealedRifa();
  hoursAfterExtraction(-10);
  const id = await requested(rifaId);
  hoursAfterExtraction(1);
  expect(await approve(bed.platform, { id, userId: second })).toMatchObject({ ok: true });
  await bed.executeApprovals();
  expect(await actionsOf(rifaId)).toMatchObject([{ state: 'failed', error: 'CANCEL_TOO_LATE' }]);
  expect(await bed.statusOf(rifaId)).toBe('closed');
  await bed.confirmOfficially(PRIZES, extraction);
  expect(await drawRifa(bed.platform, rifaId, withdrawVouchers)).toEqual({ ok: true, version: 1 });
  expect(await request(rifaId)).toEqual({ ok: false, code: 'RIFA_STATE', status: 'completed' });
});

test('applies a cancellation without a second person after 24 hours in public', async () => {
  const rifaId = await addSealedRifa();
  await requested(rifaId);
  hoursAfterExtraction(-7);
  await bed.executeApprovals();
  expect(await bed.statusOf(rifaId)).toBe('closed');
  hoursAfterExtraction(-5.9);
  await bed.executeApprovals();
  expect(await bed.statusOf(rifaId)).toBe('cancelled');
});
