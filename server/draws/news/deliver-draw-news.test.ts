/** Each participant is notified once of each event of a draw, despite failures. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RecipientRejectedError } from '../../platform/messages/rejected-recipient.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import {
  deliverNews,
  mailDrawNewsJob,
  notifyDrawNewsJob,
  resumeDrawNewsJob,
} from './deliver-draw-news.job.ts';
import { composeNews, type DrawNewsItem } from './draw-news.ts';
import { createDrawNewsTestbed, type DrawNewsTestbed, subjectsOfMailsTo } from './draw-news.testing.ts';

const HOUR_SECONDS = 3600;

let bed: DrawNewsTestbed;
beforeAll(async () => {
  bed = await createDrawNewsTestbed();
});
afterAll(() => bed.close());

const SEQUENCE: DrawNewsItem[] = [
  { kind: 'frozen', soldNumbers: 90, listHash: 'a'.repeat(64) },
  { kind: 'sealed', version: 1, extraction: 6012, extractionDate: '2030-05-15', reason: null },
  { kind: 'clause', step: 1, reason: 'MOVED_LATER', sealed: 6012, extraction: 6012 },
  { kind: 'clause', step: 2, reason: 'NUMBER_SKIPPED', sealed: 6012, extraction: 6013 },
  { kind: 'corrected', version: 2, extraction: 6013 },
];

test('notifies every participant of every event once and in order, for any order of jobs', async () => {
  const rifaId = await bed.rifa(1000);
  const buyers: string[] = [];
  for (let number = 1; number <= 90; number++) buyers.push(await bed.buyerWith(rifaId, [number]));
  const outsider = await bed.buyerWith(await bed.rifa(10), [1]);
  const titlesOf = (news: readonly DrawNewsItem[]) =>
    news.map((item) => composeNews(item, { id: rifaId, title: '' }).title);

  const anyStep = fc.oneof(
    { weight: 2, arbitrary: fc.constant('event' as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('notify' as const, 'mail' as const, 'both' as const, 'again' as const),
    },
    { weight: 2, arbitrary: fc.record({ outageAfter: fc.nat(70) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      await bed.db.deleteFrom('drawNews').where('rifaId', '=', rifaId).execute();
      await bed.db.deleteFrom('notifications').execute();
      const mails: Mail[] = [];
      let sendsBeforeOutage = Infinity;
      const platform: Platform = {
        ...bed.platform,
        mailer: {
          async send(mail) {
            await new Promise(setImmediate);
            if (sendsBeforeOutage-- <= 0) throw new Error('mail server is down');
            mails.push(mail);
          },
        },
      };
      // Three batches of mails and four of notifications.
      const run = (job: typeof notifyDrawNewsJob) =>
        (job === notifyDrawNewsJob
          ? deliverNews(platform, rifaId, 'notifications', 25)
          : deliverNews(platform, rifaId, 'mails', 40)
        ).catch(() => {});
      const pending = [...SEQUENCE];
      const recorded: DrawNewsItem[] = [];
      for (const step of steps) {
        if (step === 'event' && pending.length > 0) recorded.push(pending.shift()!);
        if (step === 'event' && recorded.length > 0) await bed.record(rifaId, recorded.at(-1)!);
        if (step === 'notify') await run(notifyDrawNewsJob);
        if (step === 'mail') await run(mailDrawNewsJob);
        if (step === 'both') await Promise.all([mailDrawNewsJob, notifyDrawNewsJob].map(run));
        if (step === 'again')
          await Promise.all(
            [notifyDrawNewsJob, mailDrawNewsJob, notifyDrawNewsJob, mailDrawNewsJob].map(run),
          );
        if (typeof step === 'object') {
          sendsBeforeOutage = step.outageAfter;
          await run(mailDrawNewsJob);
          await deliverOutbox(platform);
          sendsBeforeOutage = Infinity;
        }
      }
      await run(notifyDrawNewsJob);
      await run(mailDrawNewsJob);
      for (let outages = 0; outages < steps.length; outages++) {
        bed.clock.advance(HOUR_SECONDS);
        await deliverOutbox(platform);
      }
      const expected = titlesOf(recorded);
      for (const userId of [buyers[0]!, buyers[44]!, buyers[89]!]) {
        expect(await bed.notificationTitles(userId, rifaId)).toEqual(expected);
        expect(subjectsOfMailsTo(mails, userId)).toEqual(expected);
      }
      expect(mails).toHaveLength(expected.length * buyers.length);
      expect(subjectsOfMailsTo(mails, outsider)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

test('has a constant cost per participant', async () => {
  const rifaId = await bed.rifa(1000);
  let [statements, rows] = [0, 0];
  const platform: Platform = {
    ...bed.platform,
    db: bed.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1;
        rows += result.rows.length;
        return result;
      },
    }),
  };
  /** Statements and rows read per participant, over several runs. */
  const measureCosts = async (participants: number, news: DrawNewsItem) => {
    await bed.record(rifaId, news);
    [statements, rows] = [0, 0];
    for (const channel of ['notifications', 'mails'] as const)
      while (!(await deliverNews(platform, rifaId, channel, 1)));
    return [statements / participants, rows / participants] as const;
  };
  for (let number = 1; number <= 60; number++) await bed.buyerWith(rifaId, [number]);
  const few = await measureCosts(60, SEQUENCE[0]!);
  for (let number = 61; number <= 240; number++) await bed.buyerWith(rifaId, [number]);
  const many = await measureCosts(240, SEQUENCE[1]!);
  for (const [index, cost] of many.entries()) expect(cost).toBeLessThanOrEqual(few[index]! * 1.02);
  await bed.db.deleteFrom('outbox').execute();
});

test('a rejected address does not delay the others', async () => {
  const rifaId = await bed.rifa(10);
  const [first, second] = [await bed.buyerWith(rifaId, [1]), await bed.buyerWith(rifaId, [2])];
  await bed.db.updateTable('rifas').set({ image: '/fotos/moto.webp' }).where('id', '=', rifaId).execute();
  await bed.record(rifaId, SEQUENCE[0]!);
  const mails: Mail[] = [];
  const platform = {
    ...bed.platform,
    mailer: {
      send: async (mail: Mail) => {
        if (mail.to.startsWith(first)) throw new RecipientRejectedError('550 no such user');
        mails.push(mail);
      },
    },
  };
  await mailDrawNewsJob.handle(platform, { rifaId });
  await mailDrawNewsJob.handle(platform, { rifaId });
  await deliverOutbox(platform);
  expect(mails.map(({ to }) => to)).toEqual([`${second}@exemplo.com.br`]);
  expect(mails[0]!.text).toContain('a'.repeat(64));
  expect(mails[0]!.html).toContain('/fotos/moto.webp');
});

test('resumes deliveries whose jobs were lost', async () => {
  const rifaId = await bed.rifa(10);
  await bed.buyerWith(rifaId, [1]);
  await bed.record(rifaId, SEQUENCE[0]!);
  await resumeDrawNewsJob.handle(bed.platform, {});
  expect(await bed.countEnqueued(notifyDrawNewsJob, rifaId)).toBe(2);
  expect(await bed.countEnqueued(mailDrawNewsJob, rifaId)).toBe(2);
  await bed.deliver(rifaId);
  await resumeDrawNewsJob.handle(bed.platform, {});
  expect(await bed.countEnqueued(mailDrawNewsJob, rifaId)).toBe(2);
});
