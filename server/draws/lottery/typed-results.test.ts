/** Typed and official results in the real order of events. */
import { readDrawAdmin } from '../admin/read-draw-admin.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approve, cancelApproval } from '../../approvals/approvals.ts';
import { createApprovalHandlers } from '../../approval-handlers.ts';
import { PRIZES } from '../draws.testing.ts';
import { resultConfirmed } from '../draw-events.ts';
import { deliverPrize } from '../prizes/delivery/deliver-prize.ts';
import { readDeliveryProof } from '../prizes/delivery/read-delivery-proof.ts';
import { rejectResult } from './decide-result.ts';
import { fetchDueResults, fetchResult } from './fetch-results.job.ts';
import {
  createResultsTestbed,
  HOUR,
  OTHER,
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

/** The approval that belongs to a result. */
const approvalOf = (resultId: string) =>
  bed.db.selectFrom('approvals').selectAll().where('subjectId', '=', resultId).executeTakeFirstOrThrow();

describe('while the official source stays away', () => {
  test('a typed result that two people want draws nothing for 48 hours, then with a public mark', async () => {
    const resultId = await rifa.typeResult();
    expect(await rifa.confirm(resultId)).toEqual({
      ok: true,
      effectiveAt: new Date(bed.extractionAt + 48 * HOUR * 1000),
    });
    bed.hoursAfterExtraction(47.99);
    await bed.execute();
    expect(await rifa.draw()).toEqual({ ok: false, code: 'WAITING' });
    expect((await rifa.audit()).actions).toMatchObject([
      { kind: 'USE_TYPED_RESULT', state: 'approved', reason: 'site', requestedBy: 'A***' },
    ]);
    bed.hoursAfterExtraction(48);
    await bed.execute();
    expect(await bed.enqueued(resultConfirmed, rifa.id)).toBe(1);
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
    const { draws, actions } = await rifa.audit();
    const officialAwaitedUntil = new Date(bed.extractionAt + 48 * HOUR * 1000).toISOString();
    expect(draws[0]!.results).toMatchObject([
      { source: 'typed', officialAgreedAt: null, people: 2, isReplaced: false, officialAwaitedUntil },
    ]);
    expect(actions).toMatchObject([{ state: 'done' }]);
  });

  test('draws without a wait in the demonstration, and shows that it did not wait', async () => {
    const { config } = bed.platform;
    config.demo = true;
    try {
      expect(await rifa.confirm(await rifa.typeResult())).toMatchObject({ ok: true });
      await bed.execute();
    } finally {
      config.demo = false;
    }
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
    expect((await rifa.audit()).draws[0]!.results).toMatchObject([{ people: 2, officialAwaitedUntil: null }]);
  });

  test('without a second person it waits 24 hours in public, never less than the 48', async () => {
    bed.hoursAfterExtraction(40);
    await rifa.typeResult();
    bed.hoursAfterExtraction(63);
    await bed.execute();
    expect(await rifa.draw()).toEqual({ ok: false, code: 'WAITING' });
    bed.hoursAfterExtraction(64.02);
    await bed.execute();
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
    expect((await rifa.audit()).draws[0]!.results).toMatchObject([{ people: 1 }]);
  });

  test('neither its author nor a newly promoted admin can confirm it', async () => {
    const resultId = await rifa.typeResult();
    expect(await rifa.confirm(resultId, bed.asker)).toEqual({ ok: false, code: 'SAME_PERSON' });
    const adminSince = new Date(bed.clock.now().getTime() - 1000);
    await bed.db.updateTable('profiles').set({ adminSince }).where('id', '=', bed.second).execute();
    expect(await rifa.confirm(resultId)).toEqual({ ok: false, code: 'APPROVER_TOO_NEW' });
    await bed.db
      .updateTable('profiles')
      .set({ adminSince: new Date('2020-01-01T12:00:00Z') })
      .where('id', '=', bed.second)
      .execute();
  });

  test('a second account of the person who typed it neither confirms it nor is offered to', async () => {
    const resultId = await rifa.typeResult();
    const setPerson = (personId: string) =>
      bed.db.updateTable('profiles').set({ personId }).where('id', '=', bed.second).execute();
    const shown = async () => {
      const { results } = await readDrawAdmin(bed.platform, bed.second);
      return results.find(({ id }) => id === resultId);
    };
    expect(await shown()).toMatchObject({ enteredByCaller: false, approval: { isOwn: false } });
    await setPerson(bed.asker);
    expect(await shown()).toMatchObject({ enteredByCaller: true, approval: { isOwn: true } });
    expect(await rifa.confirm(resultId)).toEqual({ ok: false, code: 'SAME_PERSON' });
    await setPerson(bed.second);
  });

  test('a rejected or cancelled one never counts, and another may be typed', async () => {
    const first = await rifa.typeResult(OTHER);
    expect(await rejectResult(bed.platform, { resultId: first, userId: bed.second })).toEqual({ ok: true });
    expect(await approvalOf(first)).toMatchObject({ state: 'failed', error: 'RESULT_REJECTED' });
    const other = await rifa.typeResult();
    const { id } = await approvalOf(other);
    const handlers = createApprovalHandlers(bed.platform);
    expect(await cancelApproval(bed.platform, handlers, { id, userId: bed.second })).toBe(true);
    expect(await rifa.statesOfResults()).toEqual(['typed rejected', 'typed rejected']);
    await rifa.typeResult();
    bed.hoursAfterExtraction(100);
    await Promise.all([bed.execute(), bed.execute()]);
    expect(await rifa.statesOfResults()).toEqual(['typed rejected', 'typed rejected', 'typed confirmed']);
  });

  test('a mirror that reports other prizes stops it', async () => {
    const resultId = await rifa.typeResult();
    await rifa.confirm(resultId);
    bed.mirror.answers.set(`/federal/${rifa.extraction}`, {
      body: JSON.stringify({
        loteria: 'federal',
        concurso: rifa.extraction,
        data: bed.day.split('-').toReversed().join('/'),
        dezenas: OTHER.map((prize) => `0${prize}`),
      }),
    });
    await fetchDueResults(bed.platform);
    bed.hoursAfterExtraction(48);
    await bed.execute();
    expect(await approvalOf(resultId)).toMatchObject({ state: 'failed', error: 'SOURCES_DISAGREE' });
    expect(await rifa.draw()).toEqual({ ok: false, code: 'WAITING' });
  });

  test('prizes typed as the lottery prints them are read', async () => {
    await rifa.typeResult([' 31.976', '14 292', '030948', '96672', '068.951']);
    const row = await bed.db
      .selectFrom('lotteryResults')
      .select('prizes')
      .where('extraction', '=', rifa.extraction)
      .executeTakeFirstOrThrow();
    expect(row.prizes).toEqual(PRIZES);
  });
});

describe('the official result decides', () => {
  test('at once where it agrees with the preview', async () => {
    const resultId = await rifa.typeResult();
    await rifa.confirm(resultId);
    rifa.publish(PRIZES);
    await fetchDueResults(bed.platform);
    expect(await rifa.statesOfResults()).toEqual(['typed rejected', 'official confirmed']);
    expect(await approvalOf(resultId)).toMatchObject({ state: 'failed', error: 'OFFICIAL_DECIDES' });
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
    const [drawn] = (await rifa.audit()).draws;
    expect(drawn!.results).toMatchObject([{ source: 'official' }]);
    expect(drawn!.results[0]!.rawBody).toContain('LOTERIA_FEDERAL');
  });

  test('over a preview that two people want, and after one look of an admin', async () => {
    await rifa.confirm(await rifa.typeResult(OTHER));
    rifa.publish(PRIZES);
    await fetchDueResults(bed.platform);
    expect(await rifa.statesOfResults()).toEqual(['typed rejected', 'official pending']);
    const { id } = await bed.db
      .selectFrom('lotteryResults')
      .select('id')
      .where('extraction', '=', rifa.extraction)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    expect(await rejectResult(bed.platform, { resultId: id, userId: bed.second })).toEqual({
      ok: false,
      code: 'OFFICIAL_DECIDES',
    });
    expect(await rifa.confirm(id, bed.asker)).toEqual({ ok: true, effectiveAt: null });
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
    expect(await rifa.winningNumbers()).toEqual([6]);
    expect(await bed.enter(OTHER, rifa.extraction)).toEqual({ ok: false, code: 'OFFICIAL_DECIDES' });
  });

  test('after 24 hours without anyone', async () => {
    rifa.publish(PRIZES);
    await fetchDueResults(bed.platform);
    bed.hoursAfterExtraction(24.9);
    await fetchDueResults(bed.platform);
    expect(await rifa.statesOfResults()).toEqual(['official pending']);
    bed.hoursAfterExtraction(25.01);
    await Promise.all([fetchDueResults(bed.platform), fetchDueResults(bed.platform)]);
    expect(await rifa.statesOfResults()).toEqual(['official confirmed']);
    expect(await rifa.draw()).toEqual({ ok: true, version: 1 });
  });

  test('as the source has it last, before anyone has looked', async () => {
    rifa.publish(OTHER);
    await fetchResult(bed.platform, rifa.extraction);
    await bed.db.deleteFrom('lotteryExtractions').execute();
    rifa.publish(PRIZES);
    await fetchDueResults(bed.platform);
    expect(await rifa.statesOfResults()).toEqual(['official rejected', 'official pending']);
  });
});

describe('after a draw by a typed result', () => {
  test('the official agreement, however late, removes the mark and redraws nothing', async () => {
    await rifa.drawByTypedResult();
    bed.hoursAfterExtraction(24 * 90);
    rifa.publish(PRIZES);
    await fetchDueResults(bed.platform);
    await fetchDueResults(bed.platform);
    expect(await rifa.statesOfResults()).toEqual(['typed confirmed']);
    expect(await rifa.draw()).toEqual({ ok: false, code: 'ALREADY_DRAWN' });
    const [result] = (await rifa.audit()).draws[0]!.results;
    expect(result).toMatchObject({ source: 'typed', isReplaced: false });
    expect(result!.officialAgreedAt).not.toBeNull();
    expect(result!.rawBody).toContain('LOTERIA_FEDERAL');
    const news = await bed.db
      .selectFrom('drawNews')
      .select('key')
      .where('rifaId', '=', rifa.id)
      .where('key', 'like', 'agreed:%')
      .execute();
    expect(news).toHaveLength(1);
  });

  test('an official difference, however late, reopens it in public and draws by the official bytes', async () => {
    const typed = await rifa.drawByTypedResult();
    const [first] = await bed.winners(rifa.id);
    const proof = { bytes: Buffer.from('recibo assinado'), type: 'application/pdf' as const };
    await deliverPrize(bed.platform, { winnerId: first!.id, userId: bed.asker, note: 'Em mãos', proof });
    bed.hoursAfterExtraction(24 * 90);
    rifa.publish(OTHER);
    await Promise.allSettled([fetchDueResults(bed.platform), fetchDueResults(bed.platform)]);
    expect(await rifa.statesOfResults()).toEqual(['typed superseded', 'official confirmed']);
    const reopened = await rifa.audit();
    expect(reopened.draws[0]!.results).toMatchObject([{ isReplaced: true }]);
    expect(await rifa.draw()).toEqual({ ok: true, version: 2 });
    expect(await rifa.winningNumbers()).toEqual([1]);
    const { draws } = await rifa.audit();
    expect(draws.map(({ results }) => results[0]!.isReplaced)).toEqual([true, false]);
    // The same person wins with another number. The prize was already handed over.
    expect((await bed.winners(rifa.id)).map(({ id }) => id)).toEqual([first!.id]);
    expect(await readDeliveryProof(bed.db, first!.id, 'delivery')).toEqual(proof);
    const notices = await bed.db
      .selectFrom('notifications')
      .select('title')
      .where('userId', '=', bed.second)
      .where('title', '=', 'O resultado digitado estava errado')
      .execute();
    expect(notices).toHaveLength(1);
    expect(typed).not.toBeUndefined();
  });

  test('a page read while the draw is repeated shows the winners of one draw', async () => {
    await rifa.drawByTypedResult();
    bed.hoursAfterExtraction(24 * 3);
    rifa.publish(OTHER);
    await fetchDueResults(bed.platform);
    const read = await rifa.readAudit(async () => {
      expect(await rifa.draw()).toEqual({ ok: true, version: 2 });
    });
    expect(read.draws).toHaveLength(1);
    expect(read.winners.map(({ number }) => number)).toEqual([6]);
    expect((await rifa.audit()).winners.map(({ number }) => number)).toEqual([1]);
  });

  test('two people may correct it while the source stays away, unless a prize was delivered', async () => {
    await rifa.drawByTypedResult();
    const corrected = await rifa.typeResult(OTHER);
    expect(await approvalOf(corrected)).toMatchObject({ kind: 'REPLACE_WINNER' });
    await rifa.confirm(corrected);
    const [winner] = await bed.winners(rifa.id);
    await deliverPrize(bed.platform, {
      winnerId: winner!.id,
      userId: bed.asker,
      note: 'Em mãos',
      proof: null,
    });
    await bed.execute();
    expect(await approvalOf(corrected)).toMatchObject({ state: 'failed', error: 'PRIZE_DELIVERED' });
    expect(await rifa.winningNumbers()).toEqual([6]);
  });
});

test('a correction by the lottery itself takes two people, and a race of both counts once', async () => {
  await bed.confirmOfficially(PRIZES, rifa.extraction);
  await rifa.draw();
  rifa.publish(OTHER);
  await fetchResult(bed.platform, rifa.extraction);
  const { id: resultId } = await bed.db
    .selectFrom('lotteryResults')
    .select('id')
    .where('extraction', '=', rifa.extraction)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  expect(await rifa.confirm(resultId, bed.asker)).toMatchObject({
    ok: true,
    effectiveAt: expect.any(Date) as Date,
  });
  const { id } = await approvalOf(resultId);
  expect(await approve(bed.platform, { id, userId: bed.asker })).toEqual({ ok: false, code: 'SAME_PERSON' });
  const approved = await Promise.all([1, 2].map(() => approve(bed.platform, { id, userId: bed.second })));
  expect(approved.filter(({ ok }) => ok)).toHaveLength(1);
  await Promise.all([bed.execute(), bed.execute()]);
  expect(await rifa.draw()).toEqual({ ok: true, version: 2 });
  expect(await rifa.winningNumbers()).toEqual([1]);
  expect((await rifa.audit()).actions).toMatchObject([
    { kind: 'REPLACE_WINNER', state: 'done', approvedBy: 'A***' },
  ]);
});
