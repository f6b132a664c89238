/** Policies at the end of sales, and notifications to buyers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { saveResponses } from '../../draws/archive/archive.queries.ts';
import { decodeEntry, type LogEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { closeDueRifas, closeSoldOutJob } from './close-rifas.job.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws/draws.testing.ts';
import { applyUnsoldPolicy } from './apply-unsold-policy.ts';
import { changeRifaState } from '../management/change-rifa-state.ts';
import { notifyDrawNewsJob } from '../../draws/news/deliver-draw-news.job.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

const DAY_MS = 86_400_000;

/** Creates a rifa of ten numbers with an unsold policy, sold cotas and a draw that is due. */
async function addDueRifa(declared: { unsoldPolicy: string; unsoldMinPercent: number }, numbers: number[]) {
  const rifaId = await bed.rifa(10);
  const { userId } = await bed.sell(rifaId, numbers);
  const drawDate = new Date(bed.clock.now().getTime() + 60_000);
  await bed.db
    .updateTable('rifas')
    .set({ ...declared, drawDate })
    .where('id', '=', rifaId)
    .execute();
  return { rifaId, drawDate, userId };
}

const rifaRow = (rifaId: string) =>
  bed.db.selectFrom('rifas').selectAll().where('id', '=', rifaId).executeTakeFirstOrThrow();

/** Titles of notifications, by default of draw news. */
async function notificationTitles(userId: string, deduplicationKey = 'draw-news:'): Promise<string[]> {
  const notifications = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', userId)
    .where('occasion', 'like', `${deduplicationKey}%`)
    .orderBy('sequence')
    .execute();
  return notifications.map(({ title }) => title);
}

async function postponementsOf(rifaId: string): Promise<LogEntry[]> {
  const rows = await bed.db
    .selectFrom('logQueue')
    .select('body')
    .where('subjectId', '=', rifaId)
    .where('kind', '=', 'postponed')
    .execute();
  return rows.flatMap(({ body }) => decodeEntry(body) ?? []);
}

test('postpones a rifa with low sales twice, then draws it', async () => {
  const declared = { unsoldPolicy: 'postpone', unsoldMinPercent: 50 };
  const { rifaId, drawDate, userId } = await addDueRifa(declared, [1, 2, 3]);
  await Promise.all([closeDueRifas(bed.platform), closeDueRifas(bed.platform)]);
  // A concurrent job found it due before it was postponed.
  expect(await applyUnsoldPolicy(bed.platform, rifaId)).toBe(false);
  const once = await rifaRow(rifaId);
  expect([once.status, once.postponements]).toEqual(['active', 1]);
  expect(once.drawDate).toEqual(new Date(drawDate.getTime() + 14 * DAY_MS));
  await notifyDrawNewsJob.handle(bed.platform, { rifaId });
  await notifyDrawNewsJob.handle(bed.platform, { rifaId });
  expect(await notificationTitles(userId)).toEqual(['O sorteio foi adiado']);
  expect(await postponementsOf(rifaId)).toMatchObject([
    { soldNumbers: 3, drawDate: once.drawDate.toISOString() },
  ]);

  for (const postponements of [2, 2]) {
    await bed.db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
    await closeDueRifas(bed.platform);
    expect((await rifaRow(rifaId)).postponements).toBe(postponements);
  }
  expect(await bed.statusOf(rifaId)).toBe('closed');
});

test('refunds a rifa with low sales under the refund policy', async () => {
  const { rifaId } = await addDueRifa({ unsoldPolicy: 'refund', unsoldMinPercent: 50 }, [1, 2, 3, 4]);
  await closeDueRifas(bed.platform);
  expect(await bed.statusOf(rifaId)).toBe('cancelled');
});

test('waits for the payment of reserved cotas that decide, and counts only paid ones', async () => {
  const declared = { unsoldPolicy: 'refund', unsoldMinPercent: 50 };
  const { rifaId } = await addDueRifa(declared, [1, 2, 3, 4]);
  const setReserved = (reserved: number) =>
    bed.db.updateTable('rifaCounters').set({ reserved }).where('rifaId', '=', rifaId).execute();
  await setReserved(1);
  await closeDueRifas(bed.platform);
  expect(await bed.statusOf(rifaId)).toBe('active');
  await setReserved(0);
  await closeDueRifas(bed.platform);
  expect(await bed.statusOf(rifaId)).toBe('cancelled');
});

test('lets no admin end the sales below the declared minimum', async () => {
  const declared = { unsoldPolicy: 'refund', unsoldMinPercent: 50 };
  const { rifaId } = await addDueRifa(declared, [1, 2, 3, 4]);
  const by = { userId: bed.admins[0], ipAddress: null };
  const end = () =>
    changeRifaState(bed.platform, by, { id: rifaId, version: null, to: 'closed', note: 'Basta.' });
  expect(await end()).toEqual({ ok: false, code: 'SALES_BELOW_MINIMUM', minPercent: 50 });
  expect(await bed.statusOf(rifaId)).toBe('active');
  await bed.db.updateTable('rifas').set({ unsoldMinPercent: 40 }).where('id', '=', rifaId).execute();
  expect(await end()).toMatchObject({ ok: true, status: 'closed' });
});

test('draws a rifa with enough cotas sold', async () => {
  const { rifaId } = await addDueRifa({ unsoldPolicy: 'refund', unsoldMinPercent: 50 }, [1, 2, 3, 4, 5]);
  await closeDueRifas(bed.platform);
  expect(await bed.statusOf(rifaId)).toBe('closed');
});

test('brings the draw forward when sold out, if declared', async () => {
  const inDays = (days: number) => brasiliaDate(new Date(bed.clock.now().getTime() + days * DAY_MS));
  await saveResponses(
    bed.db,
    [
      {
        number: 1,
        date: inDays(-1),
        prizes: null,
        source: 'official',
        next: { number: 2, date: inDays(3) },
        rawBody: null,
        rawHash: sha256Hex('1'),
        url: null,
      },
    ],
    bed.clock.now(),
  );
  for (const drawsEarly of [true, false]) {
    const rifaId = await bed.rifa(10);
    const before = await rifaRow(rifaId);
    await bed.db.updateTable('rifas').set({ drawsEarly }).where('id', '=', rifaId).execute();
    const { orderId } = await bed.sell(rifaId, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await closeSoldOutJob.handle(bed.platform, { orderId });
    const { status, drawDate } = await rifaRow(rifaId);
    expect([status, drawDate < before.drawDate]).toEqual(['closed', drawsEarly]);
    expect(drawDate.getTime() - bed.clock.now().getTime()).toBeGreaterThan(DAY_MS - 60_000);
    const news = await bed.db.selectFrom('drawNews').select('news').where('rifaId', '=', rifaId).execute();
    expect(news.map((row) => row.news)).toContainEqual({
      kind: 'milestone',
      percent: 100,
      drawDate: drawDate.toISOString(),
    });
  }
});

test('notifies once each at 50%, 80% and 100% sold', async () => {
  const rifaId = await bed.rifa(10);
  const first = await bed.sell(rifaId, [1, 2, 3, 4, 5]);
  const recordMilestonesOf = async (orderId: string) => {
    await Promise.all([1, 2].map(() => closeSoldOutJob.handle(bed.platform, { orderId })));
    await notifyDrawNewsJob.handle(bed.platform, { rifaId });
    return (await rifaRow(rifaId)).milestone;
  };
  expect(await recordMilestonesOf(first.orderId)).toBe(50);
  expect(await recordMilestonesOf((await bed.sell(rifaId, [6, 7])).orderId)).toBe(50);
  expect(await recordMilestonesOf((await bed.sell(rifaId, [8, 9])).orderId)).toBe(80);
  expect(await recordMilestonesOf((await bed.sell(rifaId, [10])).orderId)).toBe(100);
  expect(await notificationTitles(first.userId)).toEqual(['50% vendida', '80% vendida', 'A rifa esgotou!']);
  const [admin] = bed.admins;
  expect(await notificationTitles(admin, `milestone:${rifaId}`)).toHaveLength(3);
});
