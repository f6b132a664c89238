/** Typed results beside the official source, in the real order of events. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { approve, cancelApproval } from '../../approvals/approvals.ts';
import { createApprovalHandlers } from '../../approval-handlers.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import {
  createDrawsTestbed,
  type DrawsTestbed,
  freshExtraction,
  PRIZES,
  serveResults,
} from '../draws.testing.ts';
import { drawRifa } from '../draw-rifa.ts';
import { resultConfirmed } from '../draw-events.ts';
import { deliverPrize } from '../prizes/delivery/deliver-prize.ts';
import { readDeliveryProof } from '../prizes/delivery/read-delivery-proof.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { confirmResult, rejectResult } from './decide-result.ts';
import { fetchDueResults, fetchResult } from './fetch-results.job.ts';

let bed: DrawsTestbed;
let official: Awaited<ReturnType<typeof serveResults>>;
let mirror: typeof official;
let asker: string, second: string;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  official = await serveResults();
  mirror = await serveResults();
  bed.platform.config.lotteryResultsUrl = official.url;
  bed.platform.config.lotteryMirrorUrls = [mirror.url];
  [asker, second] = bed.admins;
});
afterAll(async () => {
  await official.close();
  await mirror.close();
  await bed.close();
});

const HOUR = 3600;
/** The extraction runs at 19:00, an hour before the testbed's draw date. */
const extractionAt = () => bed.drawDate.getTime() - HOUR * 1000;
/** Ends in 1 instead of 6. */
const OTHER = ['31971', ...PRIZES.slice(1)];

let rifaId: string, extraction: number;
/** Sealed before the extraction, then its hour passes. Number 6 wins with PRIZES, 1 with OTHER. */
beforeEach(async () => {
  await bed.db.deleteFrom('lotteryExtractions').execute();
  official.answers.clear();
  mirror.answers.clear();
  hoursAfterExtraction(-3);
  extraction = freshExtraction();
  rifaId = await bed.rifa(10, { prizes: 1 });
  await bed.sell(rifaId, [6, 1]);
  await bed.freeze(rifaId);
  const sealed = await bed.seal(rifaId, extraction);
  if (!sealed.ok) throw new Error(sealed.code);
  hoursAfterExtraction(1);
});

const hoursAfterExtraction = (hours: number) =>
  bed.clock.advance((extractionAt() - bed.clock.now().getTime()) / 1000 + hours * HOUR);

async function type(prizes = PRIZES) {
  const entered = await bed.enter(prizes, extraction);
  if (!entered.ok) throw new Error(entered.code);
  return entered.resultId;
}
const publish = (prizes: string[], date = bed.day) =>
  official.answers.set(`/federal/${extraction}`, { body: officialBody({ extraction, prizes }, date) });
const draw = () => drawRifa(bed.platform, rifaId, withdrawVouchers);
const audit = async () => (await readDrawAudit(bed.db, rifaId, bed.clock.now()))!;
/** @param onFirstResult awaited before the read goes on to its second statement */
async function readAudit(onFirstResult: () => Promise<void>) {
  let isFirst = true;
  const db = bed.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isFirst) {
        isFirst = false;
        await onFirstResult();
      }
      return result;
    },
  });
  return (await readDrawAudit(db, rifaId, bed.clock.now()))!;
}
const confirm = (resultId: string, userId = second) => confirmResult(bed.platform, { resultId, userId });
const approvalOf = (resultId: string) =>
  bed.db.selectFrom('approvals').selectAll().where('subjectId', '=', resultId).executeTakeFirstOrThrow();
const statesOf = async () =>
  (
    await bed.db
      .selectFrom('lotteryResults')
      .select(['source', 'state'])
      .where('extraction', '=', extraction)
      .orderBy('version')
      .execute()
  ).map(({ source, state }) => `${source} ${state}`);
const wonBy = async () => (await bed.winners(rifaId)).map(({ winnerNumber }) => winnerNumber);

/** Typed, approved by a second admin and drawn, 48 hours after the extraction. */
async function drawnByTyped(): Promise<string> {
  const resultId = await type();
  expect(await confirm(resultId)).toMatchObject({ ok: true });
  hoursAfterExtraction(48);
  await bed.carryOut();
  expect(await draw()).toEqual({ ok: true, version: 1 });
  return resultId;
}

describe('while the official source stays away', () => {
  test('a typed result that two people want draws nothing for 48 hours, then with a public mark', async () => {
    const resultId = await type();
    expect(await confirm(resultId)).toEqual({
      ok: true,
      effectiveAt: new Date(extractionAt() + 48 * HOUR * 1000),
    });
    hoursAfterExtraction(47.99);
    await bed.carryOut();
    expect(await draw()).toEqual({ ok: false, code: 'WAITING' });
    expect((await audit()).actions).toMatchObject([
      { kind: 'USE_TYPED_RESULT', state: 'approved', reason: 'site', requestedBy: 'A***' },
    ]);
    hoursAfterExtraction(48);
    await bed.carryOut();
    expect(await bed.enqueued(resultConfirmed, rifaId)).toBe(1);
    expect(await draw()).toEqual({ ok: true, version: 1 });
    const { draws, actions } = await audit();
    const officialAwaitedUntil = new Date(extractionAt() + 48 * HOUR * 1000).toISOString();
    expect(draws[0]!.results).toMatchObject([
      { source: 'typed', officialAgreedAt: null, people: 2, isReplaced: false, officialAwaitedUntil },
    ]);
    expect(actions).toMatchObject([{ state: 'done' }]);
  });

  test('draws at once in the demonstration, and says that it did not wait', async () => {
    const { config } = bed.platform;
    config.demo = true;
    try {
      expect(await confirm(await type())).toMatchObject({ ok: true });
      await bed.carryOut();
    } finally {
      config.demo = false;
    }
    expect(await draw()).toEqual({ ok: true, version: 1 });
    expect((await audit()).draws[0]!.results).toMatchObject([{ people: 2, officialAwaitedUntil: null }]);
  });

  test('without a second person it waits 24 hours in public, never less than the 48', async () => {
    hoursAfterExtraction(40);
    await type();
    hoursAfterExtraction(63);
    await bed.carryOut();
    expect(await draw()).toEqual({ ok: false, code: 'WAITING' });
    hoursAfterExtraction(64.01);
    await bed.carryOut();
    expect(await draw()).toEqual({ ok: true, version: 1 });
    expect((await audit()).draws[0]!.results).toMatchObject([{ people: 1 }]);
  });

  test('neither the person who typed it nor an accomplice promoted a moment ago confirms it', async () => {
    const resultId = await type();
    expect(await confirm(resultId, asker)).toEqual({ ok: false, code: 'SAME_PERSON' });
    const adminSince = new Date(bed.clock.now().getTime() - 1000);
    await bed.db.updateTable('profiles').set({ adminSince }).where('id', '=', second).execute();
    expect(await confirm(resultId)).toEqual({ ok: false, code: 'APPROVER_TOO_NEW' });
    await bed.db
      .updateTable('profiles')
      .set({ adminSince: new Date('2020-01-01T12:00:00Z') })
      .where('id', '=', second)
      .execute();
  });

  test('a rejected or cancelled one never counts, and another may be typed', async () => {
    const first = await type(OTHER);
    expect(await rejectResult(bed.platform, { resultId: first, userId: second })).toEqual({ ok: true });
    expect(await approvalOf(first)).toMatchObject({ state: 'failed', error: 'RESULT_REJECTED' });
    const other = await type();
    const { id } = await approvalOf(other);
    const handlers = createApprovalHandlers(bed.platform);
    expect(await cancelApproval(bed.platform, handlers, { id, userId: second })).toBe(true);
    expect(await statesOf()).toEqual(['typed rejected', 'typed rejected']);
    await type();
    hoursAfterExtraction(100);
    await Promise.all([bed.carryOut(), bed.carryOut()]);
    expect(await statesOf()).toEqual(['typed rejected', 'typed rejected', 'typed confirmed']);
  });

  test('a mirror that reports other prizes stops it', async () => {
    const resultId = await type();
    await confirm(resultId);
    mirror.answers.set(`/federal/${extraction}`, {
      body: JSON.stringify({
        loteria: 'federal',
        concurso: extraction,
        data: bed.day.split('-').toReversed().join('/'),
        dezenas: OTHER.map((prize) => `0${prize}`),
      }),
    });
    await fetchDueResults(bed.platform);
    hoursAfterExtraction(48);
    await bed.carryOut();
    expect(await approvalOf(resultId)).toMatchObject({ state: 'failed', error: 'SOURCES_DISAGREE' });
    expect(await draw()).toEqual({ ok: false, code: 'WAITING' });
  });

  test('prizes typed as the lottery prints them are read', async () => {
    await type([' 31.976', '14 292', '030948', '96672', '068.951']);
    const row = await bed.db
      .selectFrom('lotteryResults')
      .select('prizes')
      .where('extraction', '=', extraction)
      .executeTakeFirstOrThrow();
    expect(row.prizes).toEqual(PRIZES);
  });
});

describe('the official result decides', () => {
  test('at once where it agrees with the preview', async () => {
    const resultId = await type();
    await confirm(resultId);
    publish(PRIZES);
    await fetchDueResults(bed.platform);
    expect(await statesOf()).toEqual(['typed rejected', 'official confirmed']);
    expect(await approvalOf(resultId)).toMatchObject({ state: 'failed', error: 'OFFICIAL_DECIDES' });
    expect(await draw()).toEqual({ ok: true, version: 1 });
    const [drawn] = (await audit()).draws;
    expect(drawn!.results).toMatchObject([{ source: 'official' }]);
    expect(drawn!.results[0]!.rawBody).toContain('LOTERIA_FEDERAL');
  });

  test('over a preview that two people want, and after one look of an admin', async () => {
    await confirm(await type(OTHER));
    publish(PRIZES);
    await fetchDueResults(bed.platform);
    expect(await statesOf()).toEqual(['typed rejected', 'official pending']);
    const { id } = await bed.db
      .selectFrom('lotteryResults')
      .select('id')
      .where('extraction', '=', extraction)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    expect(await rejectResult(bed.platform, { resultId: id, userId: second })).toEqual({
      ok: false,
      code: 'OFFICIAL_DECIDES',
    });
    expect(await confirm(id, asker)).toEqual({ ok: true, effectiveAt: null });
    expect(await draw()).toEqual({ ok: true, version: 1 });
    expect(await wonBy()).toEqual([6]);
    expect(await bed.enter(OTHER, extraction)).toEqual({ ok: false, code: 'OFFICIAL_DECIDES' });
  });

  test('after 24 hours without anyone', async () => {
    publish(PRIZES);
    await fetchDueResults(bed.platform);
    hoursAfterExtraction(24.9);
    await fetchDueResults(bed.platform);
    expect(await statesOf()).toEqual(['official pending']);
    hoursAfterExtraction(25.01);
    await Promise.all([fetchDueResults(bed.platform), fetchDueResults(bed.platform)]);
    expect(await statesOf()).toEqual(['official confirmed']);
    expect(await draw()).toEqual({ ok: true, version: 1 });
  });

  test('as the source has it last, before anyone has looked', async () => {
    publish(OTHER);
    await fetchResult(bed.platform, extraction);
    await bed.db.deleteFrom('lotteryExtractions').execute();
    publish(PRIZES);
    await fetchDueResults(bed.platform);
    expect(await statesOf()).toEqual(['official rejected', 'official pending']);
  });
});

describe('after a draw by a typed result', () => {
  test('the official agreement, however late, removes the mark and redraws nothing', async () => {
    await drawnByTyped();
    hoursAfterExtraction(24 * 90);
    publish(PRIZES);
    await fetchDueResults(bed.platform);
    await fetchDueResults(bed.platform);
    expect(await statesOf()).toEqual(['typed confirmed']);
    expect(await draw()).toEqual({ ok: false, code: 'ALREADY_DRAWN' });
    const [result] = (await audit()).draws[0]!.results;
    expect(result).toMatchObject({ source: 'typed', isReplaced: false });
    expect(result!.officialAgreedAt).not.toBeNull();
    expect(result!.rawBody).toContain('LOTERIA_FEDERAL');
    const news = await bed.db
      .selectFrom('drawNews')
      .select('key')
      .where('rifaId', '=', rifaId)
      .where('key', 'like', 'agreed:%')
      .execute();
    expect(news).toHaveLength(1);
  });

  test('an official difference, however late, reopens it in public and draws by the official bytes', async () => {
    const typed = await drawnByTyped();
    const [first] = await bed.winners(rifaId);
    const proof = { bytes: Buffer.from('recibo assinado'), type: 'application/pdf' as const };
    await deliverPrize(bed.platform, { winnerId: first!.id, userId: asker, note: 'Em mãos', proof });
    hoursAfterExtraction(24 * 90);
    publish(OTHER);
    await Promise.allSettled([fetchDueResults(bed.platform), fetchDueResults(bed.platform)]);
    expect(await statesOf()).toEqual(['typed superseded', 'official confirmed']);
    const reopened = await audit();
    expect(reopened.draws[0]!.results).toMatchObject([{ isReplaced: true }]);
    expect(await draw()).toEqual({ ok: true, version: 2 });
    expect(await wonBy()).toEqual([1]);
    const { draws } = await audit();
    expect(draws.map(({ results }) => results[0]!.isReplaced)).toEqual([true, false]);
    // The same person wins by another number: the prize was handed over.
    expect((await bed.winners(rifaId)).map(({ id }) => id)).toEqual([first!.id]);
    expect(await readDeliveryProof(bed.db, first!.id, 'delivery')).toEqual(proof);
    const notices = await bed.db
      .selectFrom('notifications')
      .select('title')
      .where('userId', '=', second)
      .where('title', '=', 'O resultado digitado estava errado')
      .execute();
    expect(notices).toHaveLength(1);
    expect(typed).not.toBeUndefined();
  });

  test('a page read while the draw is repeated shows the winners of one draw', async () => {
    await drawnByTyped();
    hoursAfterExtraction(24 * 3);
    publish(OTHER);
    await fetchDueResults(bed.platform);
    const read = await readAudit(async () => {
      expect(await draw()).toEqual({ ok: true, version: 2 });
    });
    expect(read.draws).toHaveLength(1);
    expect(read.winners.map(({ number }) => number)).toEqual([6]);
    expect((await audit()).winners.map(({ number }) => number)).toEqual([1]);
  });

  test('two people may correct it while the source stays away, unless a prize was delivered', async () => {
    await drawnByTyped();
    const corrected = await type(OTHER);
    expect(await approvalOf(corrected)).toMatchObject({ kind: 'REPLACE_WINNER' });
    await confirm(corrected);
    const [winner] = await bed.winners(rifaId);
    await deliverPrize(bed.platform, { winnerId: winner!.id, userId: asker, note: 'Em mãos', proof: null });
    await bed.carryOut();
    expect(await approvalOf(corrected)).toMatchObject({ state: 'failed', error: 'PRIZE_DELIVERED' });
    expect(await wonBy()).toEqual([6]);
  });
});

test('a correction by the lottery itself takes two people, and a race of both counts once', async () => {
  await bed.confirmOfficially(PRIZES, extraction);
  await draw();
  publish(OTHER);
  await fetchResult(bed.platform, extraction);
  const { id: resultId } = await bed.db
    .selectFrom('lotteryResults')
    .select('id')
    .where('extraction', '=', extraction)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  expect(await confirm(resultId, asker)).toMatchObject({ ok: true, effectiveAt: expect.any(Date) as Date });
  const { id } = await approvalOf(resultId);
  expect(await approve(bed.platform, { id, userId: asker })).toEqual({ ok: false, code: 'SAME_PERSON' });
  const approved = await Promise.all([1, 2].map(() => approve(bed.platform, { id, userId: second })));
  expect(approved.filter(({ ok }) => ok)).toHaveLength(1);
  await Promise.all([bed.carryOut(), bed.carryOut()]);
  expect(await draw()).toEqual({ ok: true, version: 2 });
  expect(await wonBy()).toEqual([1]);
  expect((await audit()).actions).toMatchObject([
    { kind: 'REPLACE_WINNER', state: 'done', approvedBy: 'A***' },
  ]);
});
