/** The checklist of a rifa's ending, from open sales to closed books. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endingSteps, type EndingStepId } from '@mare/domain/rifas/ending/ending-steps.ts';
import { drawRifa } from '../../draws/draw-rifa.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, PRIZES } from '../../draws/draws.testing.ts';
import { deliverPrize } from '../../draws/prizes/delivery/deliver-prize.ts';
import { recordContact } from '../../draws/prizes/delivery/record-contact.ts';
import { recordReportExport } from '../promotion-report/record-report-export.ts';
import { closeBooks } from './close-books.ts';
import { findEndings } from './ending-facts.queries.ts';
import { readDecisions } from './read-decisions.ts';
import { remindEndings } from './remind-endings.job.ts';

const DAY_SECONDS = 86_400;

let bed: DrawsTestbed;
let by: { userId: string; ipAddress: null };
beforeAll(async () => {
  bed = await createDrawsTestbed();
  by = { userId: bed.admins[0], ipAddress: null };
});
afterAll(() => bed.close());

/** Waiting and late steps. */
async function open(rifaId: string): Promise<[EndingStepId, string][]> {
  const [ending] = await findEndings(bed.db, [rifaId]);
  return endingSteps(ending!.facts, bed.clock.now())
    .filter(({ waitsFor }) => waitsFor !== null)
    .map(({ id, state }) => [id, state]);
}

const reminders = (rifaId: string) =>
  bed.db
    .selectFrom('notifications')
    .select('message')
    .where('title', '=', 'Uma rifa espera por você')
    .where(sql<boolean>`data ->> 'rifaId' = ${rifaId}`)
    .where('userId', '=', by.userId)
    .execute();

test('lists the steps from open sales to closed books, and reminds the team of late ones', async () => {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  expect(await open(rifaId)).toEqual([['sales_end', 'waiting']]);
  await bed.sell(rifaId, [6]);
  await bed.runDraw(rifaId, freshExtraction());
  expect((await open(rifaId)).map(([id]) => id)).toEqual([
    'winner_contacted',
    'prize_delivered',
    'winner_published',
    'report_exported',
  ]);
  expect(await closeBooks(bed.platform, by, rifaId)).toEqual({ ok: false, code: 'ENDING_INCOMPLETE' });
  const decision = async () => (await readDecisions(bed.platform)).find(({ id }) => id === rifaId)?.decision;
  expect(await decision()).toMatchObject({ step: 'winner_contacted', isLate: false });

  bed.clock.advance(4 * DAY_SECONDS);
  expect(await decision()).toMatchObject({ step: 'winner_contacted', isLate: true });
  expect((await open(rifaId))[0]).toEqual(['winner_contacted', 'late']);
  await remindEndings(bed.platform);
  await remindEndings(bed.platform);
  expect(await reminders(rifaId)).toHaveLength(1);
  bed.clock.advance(7 * DAY_SECONDS);
  await remindEndings(bed.platform);
  expect(await reminders(rifaId)).toHaveLength(2);

  const winnerId = (await bed.winners(rifaId))[0]!.id;
  await recordContact(bed.platform, by, {
    winnerId,
    contactedAt: bed.clock.now(),
    channel: 'phone',
    outcome: 'reached',
    note: '',
  });
  expect((await open(rifaId)).map(([id]) => id)).not.toContain('winner_contacted');
  const delivery = { winnerId, userId: by.userId, note: 'Em mãos', proof: null };
  expect(await deliverPrize(bed.platform, delivery)).toMatchObject({ ok: true });
  await recordReportExport(bed.platform, by, { id: rifaId, title: 'Rifa' });
  expect((await open(rifaId)).map(([id]) => id)).toEqual(['winner_published', 'books_closed']);
  expect(
    await Promise.all([closeBooks(bed.platform, by, rifaId), closeBooks(bed.platform, by, rifaId)]),
  ).toEqual(expect.arrayContaining([{ ok: true }, { ok: false, code: 'ENDING_INCOMPLETE' }]));
  bed.clock.advance(30 * DAY_SECONDS);
  await remindEndings(bed.platform);
  expect(await reminders(rifaId)).toHaveLength(2);
});

test('lists the prizes of a draw without a winner', async () => {
  const rifaOf = async (rifaId: string) =>
    (await readDecisions(bed.platform)).find(({ id }) => id === rifaId);
  const [empty, fewer] = [await bed.rifa(10, { prizes: 2 }), await bed.rifa(10, { prizes: 2 })];
  const day = '2033-05-11';
  const drawDate = new Date(`${day}T22:00:00Z`);
  await bed.db.updateTable('rifas').set({ drawDate }).where('id', 'in', [empty, fewer]).execute();
  await bed.sell(fewer, [3]);
  const extraction = freshExtraction();
  for (const rifaId of [empty, fewer]) {
    expect(await bed.freeze(rifaId)).toMatchObject({ ok: true });
    expect(await bed.seal(rifaId, extraction, day)).toMatchObject({ ok: true });
  }
  bed.clock.advance(Math.ceil((drawDate.getTime() - bed.clock.now().getTime()) / 1000) + 3600);
  await bed.confirmOfficially(PRIZES, extraction, day);
  for (const rifaId of [empty, fewer])
    expect(await drawRifa(bed.platform, rifaId, async () => {})).toMatchObject({ ok: true });
  expect(await rifaOf(empty)).toMatchObject({
    prizes: 2,
    unwonPrizes: [1, 2],
    decision: { step: 'report_exported' },
  });
  expect(await rifaOf(fewer)).toMatchObject({ prizes: 2, unwonPrizes: [2] });
});

test('returns no ending for an unknown rifa', async () => {
  expect(await closeBooks(bed.platform, by, randomUUID())).toEqual({ ok: false, code: 'NOT_FOUND' });
});
