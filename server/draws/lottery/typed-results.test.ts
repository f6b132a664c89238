/** Typed and official results before the draw, in the real order of events. */
import { readDrawAdmin } from '../admin/read-draw-admin.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelApproval } from '../../approvals/approvals.ts';
import { createApprovalHandlers } from '../../composition/approval-handlers.ts';
import { PRIZES } from '../draws.testing.ts';
import { resultConfirmed } from '../draw-events.ts';
import { rejectResult } from './decide-result.ts';
import { fetchDueResults, fetchResult } from './fetch-results.job.ts';
import {
  createResultsTestbed,
  HOUR,
  OTHER_PRIZES,
  type ResultsTestbed,
  type SealedRifa,
} from './sealed-rifa.testing.ts';

let bed: ResultsTestbed;
let rifa: SealedRifa;
beforeAll(async () => {
  bed = await createResultsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  rifa = await bed.sealRifa();
});

describe('while the official source is unavailable', () => {
  test('a typed result confirmed by two people draws after 48 hours, with a public mark', async () => {
    const resultId = await rifa.typeResult();
    expect(await rifa.confirm(resultId)).toEqual({
      ok: true,
      effectiveAt: new Date(bed.extractionAt + 48 * HOUR * 1000),
    });
    bed.moveClockAfterExtraction(47.99);
    await bed.executeApprovals();
    expect(await rifa.draw()).toEqual({ ok: false, code: 'WAITING' });
    expect((await rifa.audit()).actions).toMatchObject([
      { kind: 'USE_TYPED_RESULT', state: 'approved', reason: 'site', requestedBy: 'A***' },
    ]);
    bed.moveClockAfterExtraction(48);
    await bed.executeApprovals();
    expect(await bed.countEnqueued(resultConfirmed, rifa.id)).toBe(1);
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
    const { draws, actions } = await rifa.audit();
    const officialAwaitedUntil = new Date(bed.extractionAt + 48 * HOUR * 1000).toISOString();
    expect(draws[0]!.results).toMatchObject([
      { source: 'typed', officialAgreedAt: null, people: 2, isReplaced: false, officialAwaitedUntil },
    ]);
    expect(actions).toMatchObject([{ state: 'done' }]);
  });

  test('the demonstration draws without the wait, and shows it', async () => {
    const { config } = bed.platform;
    config.demo = true;
    try {
      expect(await rifa.confirm(await rifa.typeResult())).toMatchObject({ ok: true });
      await bed.executeApprovals();
    } finally {
      config.demo = false;
    }
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
    expect((await rifa.audit()).draws[0]!.results).toMatchObject([{ people: 2, officialAwaitedUntil: null }]);
  });

  test('a typed result without a second person waits 24 hours in public, and at least the 48 hours', async () => {
    bed.moveClockAfterExtraction(40);
    await rifa.typeResult();
    bed.moveClockAfterExtraction(63);
    await bed.executeApprovals();
    expect(await rifa.draw()).toEqual({ ok: false, code: 'WAITING' });
    bed.moveClockAfterExtraction(64.02);
    await bed.executeApprovals();
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
    expect((await rifa.audit()).draws[0]!.results).toMatchObject([{ people: 1 }]);
  });

  test('rejects its confirmation by its author or a newly promoted admin', async () => {
    const resultId = await rifa.typeResult();
    expect(await rifa.confirm(resultId, bed.requester)).toEqual({ ok: false, code: 'SAME_PERSON' });
    const adminSince = new Date(bed.clock.now().getTime() - 1000);
    await bed.db.updateTable('profiles').set({ adminSince }).where('id', '=', bed.secondAdmin).execute();
    expect(await rifa.confirm(resultId)).toEqual({ ok: false, code: 'APPROVER_TOO_NEW' });
    await bed.db
      .updateTable('profiles')
      .set({ adminSince: new Date('2020-01-01T12:00:00Z') })
      .where('id', '=', bed.secondAdmin)
      .execute();
  });

  test('rejects its confirmation by a second account of its author, and does not offer it', async () => {
    const resultId = await rifa.typeResult();
    const setPerson = (personId: string) =>
      bed.db.updateTable('profiles').set({ personId }).where('id', '=', bed.secondAdmin).execute();
    const readShownResult = async () => {
      const { results } = await readDrawAdmin(bed.platform, bed.secondAdmin);
      return results.find(({ id }) => id === resultId);
    };
    expect(await readShownResult()).toMatchObject({ enteredByCaller: false, approval: { isOwn: false } });
    await setPerson(bed.requester);
    expect(await readShownResult()).toMatchObject({ enteredByCaller: true, approval: { isOwn: true } });
    expect(await rifa.confirm(resultId)).toEqual({ ok: false, code: 'SAME_PERSON' });
    await setPerson(bed.secondAdmin);
  });

  test('never uses a rejected or cancelled one, and accepts another', async () => {
    const first = await rifa.typeResult(OTHER_PRIZES);
    expect(await rejectResult(bed.platform, { resultId: first, userId: bed.secondAdmin })).toEqual({
      ok: true,
    });
    expect(await bed.findApproval(first)).toMatchObject({ state: 'failed', error: 'RESULT_REJECTED' });
    const second = await rifa.typeResult();
    const { id } = await bed.findApproval(second);
    const handlers = createApprovalHandlers(bed.platform);
    expect(await cancelApproval(bed.platform, handlers, { id, userId: bed.secondAdmin })).toBe(true);
    expect(await rifa.readResultStates()).toEqual(['typed rejected', 'typed rejected']);
    await rifa.typeResult();
    bed.moveClockAfterExtraction(100);
    await Promise.all([bed.executeApprovals(), bed.executeApprovals()]);
    expect(await rifa.readResultStates()).toEqual(['typed rejected', 'typed rejected', 'typed confirmed']);
  });

  test('stops it when a mirror reports other prizes', async () => {
    const resultId = await rifa.typeResult();
    await rifa.confirm(resultId);
    bed.mirror.responses.set(`/federal/${rifa.extraction}`, {
      body: JSON.stringify({
        loteria: 'federal',
        concurso: rifa.extraction,
        data: bed.day.split('-').toReversed().join('/'),
        dezenas: OTHER_PRIZES.map((prize) => `0${prize}`),
      }),
    });
    await fetchDueResults(bed.platform);
    bed.moveClockAfterExtraction(48);
    await bed.executeApprovals();
    expect(await bed.findApproval(resultId)).toMatchObject({ state: 'failed', error: 'SOURCES_DISAGREE' });
    expect(await rifa.draw()).toEqual({ ok: false, code: 'WAITING' });
  });

  test('parses prizes as the lottery prints them', async () => {
    await rifa.typeResult([' 31.976', '14 292', '030948', '96672', '068.951']);
    const row = await bed.db
      .selectFrom('lotteryResults')
      .select('prizes')
      .where('extraction', '=', rifa.extraction)
      .executeTakeFirstOrThrow();
    expect(row.prizes).toEqual(PRIZES);
  });
});

describe('the official result', () => {
  test('decides at once if it agrees with the preview', async () => {
    const resultId = await rifa.typeResult();
    await rifa.confirm(resultId);
    rifa.publish(PRIZES);
    await fetchDueResults(bed.platform);
    expect(await rifa.readResultStates()).toEqual(['typed rejected', 'official confirmed']);
    expect(await bed.findApproval(resultId)).toMatchObject({ state: 'failed', error: 'OFFICIAL_DECIDES' });
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
    const [drawn] = (await rifa.audit()).draws;
    expect(drawn!.results).toMatchObject([{ source: 'official' }]);
    expect(drawn!.results[0]!.rawBody).toContain('LOTERIA_FEDERAL');
  });

  test('overrides a preview confirmed by two people, after the confirmation of one admin', async () => {
    await rifa.confirm(await rifa.typeResult(OTHER_PRIZES));
    rifa.publish(PRIZES);
    await fetchDueResults(bed.platform);
    expect(await rifa.readResultStates()).toEqual(['typed rejected', 'official pending']);
    const { id } = await bed.db
      .selectFrom('lotteryResults')
      .select('id')
      .where('extraction', '=', rifa.extraction)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    expect(await rejectResult(bed.platform, { resultId: id, userId: bed.secondAdmin })).toEqual({
      ok: false,
      code: 'OFFICIAL_DECIDES',
    });
    expect(await rifa.confirm(id, bed.requester)).toEqual({ ok: true, effectiveAt: null });
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
    expect(await rifa.winningNumbers()).toEqual([6]);
    expect(await bed.enterResult(OTHER_PRIZES, rifa.extraction)).toEqual({
      ok: false,
      code: 'OFFICIAL_DECIDES',
    });
  });

  test('decides after 24 hours without confirmation', async () => {
    rifa.publish(PRIZES);
    await fetchDueResults(bed.platform);
    bed.moveClockAfterExtraction(24.9);
    await fetchDueResults(bed.platform);
    expect(await rifa.readResultStates()).toEqual(['official pending']);
    bed.moveClockAfterExtraction(25.01);
    await Promise.all([fetchDueResults(bed.platform), fetchDueResults(bed.platform)]);
    expect(await rifa.readResultStates()).toEqual(['official confirmed']);
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
  });

  test('is replaced by the latest version of the source before confirmation', async () => {
    rifa.publish(OTHER_PRIZES);
    await fetchResult(bed.platform, rifa.extraction);
    await bed.db.deleteFrom('lotteryExtractions').execute();
    rifa.publish(PRIZES);
    await fetchDueResults(bed.platform);
    expect(await rifa.readResultStates()).toEqual(['official rejected', 'official pending']);
  });
});
