import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AddressRejectedError } from '../../platform/messages/rejected-address.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeRifa } from '../../rifas/closing/close-rifa.ts';
import { changeRifaState } from '../../rifas/management/change-rifa-state.ts';
import { drawRifa } from '../draw-rifa.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, PRIZES } from '../draws.testing.ts';
import { freezeList } from '../list/freeze-list.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { notifyWinnersJob } from '../prizes/news/notify-winners.job.ts';
import {
  deliverNews,
  mailDrawNewsJob,
  notifyDrawNewsJob,
  resumeDrawNewsJob,
} from './deliver-draw-news.job.ts';
import { composeNews, type DrawNewsItem } from './draw-news.ts';
import { recordDrawNews } from './record-draw-news.ts';

const HOUR_SECONDS = 3600;

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

/** Titles of a person's notifications about a rifa, in the order of arrival. */
async function heard(userId: string, rifaId: string): Promise<string[]> {
  const rows = await bed.db
    .selectFrom('notifications')
    .select(['title', 'data'])
    .where('userId', '=', userId)
    .orderBy('sequence')
    .execute();
  return rows.flatMap(({ title, data }) => ((data as { rifaId?: string }).rifaId === rifaId ? [title] : []));
}

const mailedTo = (mails: readonly Mail[], userId: string) =>
  mails.filter(({ to }) => to.startsWith(userId)).map(({ subject }) => subject.replace(' · {loja}', ''));

async function addressOf(userId: string): Promise<void> {
  await bed.db
    .updateTable('profiles')
    .set({ email: `${userId}@exemplo.com.br` })
    .where('id', '=', userId)
    .execute();
}

async function buyer(rifaId: string, numbers: number[]): Promise<string> {
  const { userId } = await bed.sell(rifaId, numbers);
  await addressOf(userId);
  return userId;
}

const record = (rifaId: string, news: DrawNewsItem) =>
  bed.db.transaction().execute((trx) => recordDrawNews(trx, bed.platform, rifaId, news));

async function deliver(rifaId: string): Promise<void> {
  await notifyDrawNewsJob.handle(bed.platform, { rifaId });
  await mailDrawNewsJob.handle(bed.platform, { rifaId });
  await deliverOutbox(bed.platform);
}

/** Lets a browser of this person receive pushes. */
async function subscribe(userId: string): Promise<void> {
  await bed.db
    .insertInto('pushSubscriptions')
    .values({
      id: randomUUID(),
      userId,
      endpoint: `https://push.exemplo/${userId}`,
      p256dhKey: 'key',
      authKey: 'secret',
      createdAt: bed.clock.now(),
      updatedAt: bed.clock.now(),
    })
    .execute();
}

/** What each push was about, from its key. */
async function pushedTo(userId: string): Promise<string[]> {
  const rows = await bed.db
    .selectFrom('outbox')
    .innerJoin('pushSubscriptions', (join) => join.on('pushSubscriptions.userId', '=', userId))
    .select('outbox.key')
    .where('outbox.channel', '=', 'push')
    .where(sql<boolean>`outbox.key like '%:' || push_subscriptions.id`)
    .orderBy('outbox.createdAt')
    .execute();
  return rows.map(({ key }) => key.split(':')[1]!);
}

const SEQUENCE: DrawNewsItem[] = [
  { kind: 'frozen', soldNumbers: 90, listHash: 'a'.repeat(64) },
  { kind: 'sealed', version: 1, extraction: 6012, extractionDate: '2030-05-15', reason: null },
  { kind: 'clause', step: 1, reason: 'MOVED_LATER', sealed: 6012, extraction: 6012 },
  { kind: 'clause', step: 2, reason: 'NUMBER_SKIPPED', sealed: 6012, extraction: 6013 },
  { kind: 'corrected', version: 2, extraction: 6013 },
];

test(
  'every participant hears every event once and in order, however jobs run',
  { timeout: 120_000 },
  async () => {
    const rifaId = await bed.rifa(1000);
    const buyers: string[] = [];
    for (let number = 1; number <= 90; number++) buyers.push(await buyer(rifaId, [number]));
    const outsider = await buyer(await bed.rifa(10), [1]);
    const titles = (news: readonly DrawNewsItem[]) =>
      news.map((one) => composeNews(one, { id: rifaId, title: '' }).title);

    const step = fc.oneof(
      { weight: 2, arbitrary: fc.constant('event' as const) },
      {
        weight: 3,
        arbitrary: fc.constantFrom('notify' as const, 'mail' as const, 'both' as const, 'again' as const),
      },
      { weight: 2, arbitrary: fc.record({ outageAfter: fc.nat(70) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        await bed.db.deleteFrom('drawNews').where('rifaId', '=', rifaId).execute();
        await bed.db.deleteFrom('notifications').execute();
        const mails: Mail[] = [];
        let left = Infinity;
        const platform: Platform = {
          ...bed.platform,
          mailer: {
            async send(mail) {
              await new Promise(setImmediate);
              if (left-- <= 0) throw new Error('mail server is down');
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
        for (const one of steps) {
          if (one === 'event' && pending.length > 0) recorded.push(pending.shift()!);
          if (one === 'event' && recorded.length > 0) await record(rifaId, recorded.at(-1)!);
          if (one === 'notify') await run(notifyDrawNewsJob);
          if (one === 'mail') await run(mailDrawNewsJob);
          if (one === 'both') await Promise.all([mailDrawNewsJob, notifyDrawNewsJob].map(run));
          if (one === 'again')
            await Promise.all(
              [notifyDrawNewsJob, mailDrawNewsJob, notifyDrawNewsJob, mailDrawNewsJob].map(run),
            );
          if (typeof one === 'object') {
            left = one.outageAfter;
            await run(mailDrawNewsJob);
            await deliverOutbox(platform);
            left = Infinity;
          }
        }
        await run(notifyDrawNewsJob);
        await run(mailDrawNewsJob);
        for (let outages = 0; outages < steps.length; outages++) {
          bed.clock.advance(HOUR_SECONDS);
          await deliverOutbox(platform);
        }
        const expected = titles(recorded);
        for (const userId of [buyers[0]!, buyers[44]!, buyers[89]!]) {
          expect(await heard(userId, rifaId)).toEqual(expected);
          expect(mailedTo(mails, userId)).toEqual(expected);
        }
        expect(mails).toHaveLength(expected.length * buyers.length);
        expect(mailedTo(mails, outsider)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  },
);

test('the cost of a participant does not grow with their number', async () => {
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
  /** Statements and rows read for each of so many participants, over several runs. */
  const costs = async (participants: number, news: DrawNewsItem) => {
    await record(rifaId, news);
    [statements, rows] = [0, 0];
    for (const channel of ['notifications', 'mails'] as const)
      while (!(await deliverNews(platform, rifaId, channel, 1)));
    return [statements / participants, rows / participants] as const;
  };
  for (let number = 1; number <= 60; number++) await buyer(rifaId, [number]);
  const few = await costs(60, SEQUENCE[0]!);
  for (let number = 61; number <= 240; number++) await buyer(rifaId, [number]);
  const many = await costs(240, SEQUENCE[1]!);
  for (const [index, cost] of many.entries()) expect(cost).toBeLessThanOrEqual(few[index]! * 1.02);
  await bed.db.deleteFrom('outbox').execute();
});

test('a rejected address does not hold up the others', async () => {
  const rifaId = await bed.rifa(10);
  const [first, second] = [await buyer(rifaId, [1]), await buyer(rifaId, [2])];
  await bed.db.updateTable('rifas').set({ image: '/fotos/moto.webp' }).where('id', '=', rifaId).execute();
  await record(rifaId, SEQUENCE[0]!);
  const mails: Mail[] = [];
  const platform = {
    ...bed.platform,
    mailer: {
      send: async (mail: Mail) => {
        if (mail.to.startsWith(first)) throw new AddressRejectedError('550 no such user');
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
  await buyer(rifaId, [1]);
  await record(rifaId, SEQUENCE[0]!);
  await resumeDrawNewsJob.handle(bed.platform, {});
  expect(await bed.enqueued(notifyDrawNewsJob, rifaId)).toBe(2);
  expect(await bed.enqueued(mailDrawNewsJob, rifaId)).toBe(2);
  await deliver(rifaId);
  await resumeDrawNewsJob.handle(bed.platform, {});
  expect(await bed.enqueued(mailDrawNewsJob, rifaId)).toBe(2);
});

test('a cancellation with its reason reaches buyers whose orders are refunded by then', async () => {
  const rifaId = await bed.rifa(10);
  const userId = await buyer(rifaId, [1]);
  const version = 1;
  const changed = await changeRifaState(bed.platform, null, {
    id: rifaId,
    version,
    to: 'cancelled',
    note: 'o prêmio não está mais disponível',
  });
  expect(changed.ok).toBe(true);
  // What the refund of the provider's payment does.
  await bed.db
    .updateTable('orders')
    .set({ status: 'refunded' })
    .where('id', 'in', (eb) => eb.selectFrom('orderItems').select('orderId').where('rifaId', '=', rifaId))
    .where('status', '=', 'paid')
    .execute();
  await bed.db
    .insertInto('orderEvents')
    .columns(['orderId', 'kind', 'source'])
    .expression((eb) =>
      eb
        .selectFrom('orderItems')
        .select(['orderId', eb.val('refund_requested').as('kind'), eb.val('rifa_cancelled').as('source')])
        .where('rifaId', '=', rifaId),
    )
    .execute();
  await deliver(rifaId);
  expect(await heard(userId, rifaId)).toEqual(['A rifa foi cancelada']);
  const mail = bed.mails.findLast(({ to }) => to.startsWith(userId));
  expect(mail!.text).toContain('Motivo: o prêmio não está mais disponível');
});

test('from the freeze to a correction, buyers and winners hear what concerns them', async () => {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  const extraction = freshExtraction();
  // The last digit of the first prize is 6, after the correction 2.
  const winner = await buyer(rifaId, [6]);
  const rightful = await buyer(rifaId, [2]);
  const other = await buyer(rifaId, [1, 3]);
  await closeRifa(bed.platform, rifaId, 'due');
  await freezeList(bed.platform, rifaId);
  await bed.seal(rifaId, extraction);
  await bed.seal(rifaId, extraction + 1, bed.day, 'engano no número');
  // This moves the clock past the draw, so this test must be the last.
  await bed.waitForLottery();
  await bed.confirmOfficially(PRIZES, extraction + 1);
  await drawRifa(bed.platform, rifaId, async () => {});
  await Promise.all([1, 2].map(() => deliver(rifaId)));
  await notifyWinnersJob.handle(bed.platform, { rifaId });
  const before = ['A lista do sorteio está fechada', 'O sorteio está lacrado', 'O sorteio mudou de extração'];
  expect(await heard(winner, rifaId)).toEqual([...before, 'Você ganhou: Prêmio 1']);
  expect(await heard(other, rifaId)).toEqual([...before, 'Saiu o resultado']);

  await bed.confirmOfficially(['14292', ...PRIZES.slice(1)], extraction + 1);
  await drawRifa(bed.platform, rifaId, async () => {});
  await notifyWinnersJob.handle(bed.platform, { rifaId });
  await deliver(rifaId);
  await deliver(rifaId);
  expect(await heard(winner, rifaId)).toEqual([
    ...before,
    'Você ganhou: Prêmio 1',
    'O resultado foi corrigido',
    'O prêmio que avisamos não é seu',
  ]);
  expect(await heard(other, rifaId)).toEqual([...before, 'Saiu o resultado', 'O resultado foi corrigido']);
  expect((await heard(rightful, rifaId)).toSorted()).toEqual(
    [...before, 'Saiu o resultado', 'O resultado foi corrigido', 'Você ganhou: Prêmio 1'].toSorted(),
  );
  expect(mailedTo(bed.mails, winner).slice(-2)).toEqual([
    'O resultado foi corrigido',
    'O prêmio que avisamos não é seu',
  ]);
});

test('a winner whom a correction removes before the notification is not notified of a prize', async () => {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  await bed.db
    .updateTable('rifas')
    .set({ drawDate: new Date('2031-05-14T22:00:00Z') })
    .where('id', '=', rifaId)
    .execute();
  const userId = await buyer(rifaId, [6]);
  await buyer(rifaId, [2]);
  await bed.freeze(rifaId);
  const extraction = freshExtraction();
  await bed.seal(rifaId, extraction, '2031-05-14');
  bed.clock.advance(366 * 86_400);
  await bed.confirmOfficially(PRIZES, extraction, '2031-05-14');
  await drawRifa(bed.platform, rifaId, async () => {});
  await bed.confirmOfficially(['14292', ...PRIZES.slice(1)], extraction, '2031-05-14');
  await drawRifa(bed.platform, rifaId, async () => {});
  await notifyWinnersJob.handle(bed.platform, { rifaId });
  await deliver(rifaId);
  expect(await heard(userId, rifaId)).not.toContain('O prêmio que avisamos não é seu');
  expect(await heard(userId, rifaId)).not.toContain('Você ganhou: Prêmio 1');
});

test('a winner whose other number wins the same prize after a correction keeps it', async () => {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  const day = '2032-05-12';
  await bed.db
    .updateTable('rifas')
    .set({ drawDate: new Date(`${day}T22:00:00Z`) })
    .where('id', '=', rifaId)
    .execute();
  const userId = await buyer(rifaId, [6, 2]);
  await subscribe(userId);
  await bed.freeze(rifaId);
  const extraction = freshExtraction();
  await bed.seal(rifaId, extraction, day);
  bed.clock.advance(366 * 86_400);
  await bed.confirmOfficially(PRIZES, extraction, day);
  await drawRifa(bed.platform, rifaId, async () => {});
  await deliver(rifaId);
  await notifyWinnersJob.handle(bed.platform, { rifaId });
  await bed.confirmOfficially(['14292', ...PRIZES.slice(1)], extraction, day);
  await drawRifa(bed.platform, rifaId, async () => {});
  await notifyWinnersJob.handle(bed.platform, { rifaId });
  await deliver(rifaId);
  const titles = await heard(userId, rifaId);
  expect(titles).not.toContain('O prêmio que avisamos não é seu');
  expect(titles.slice(-3)).toEqual([
    'Você ganhou: Prêmio 1',
    'O resultado foi corrigido',
    'O prêmio continua seu, por outro número',
  ]);
  const mail = bed.mails.findLast(({ subject }) => subject.includes('continua seu'));
  expect(mail!.text).toContain('o seu número 0006');
  expect(mail!.text).toContain('quem ganha Prêmio 1 é o seu número 0002');
  expect(mailedTo(bed.mails, userId)).not.toContain('O prêmio que avisamos não é seu');
  expect(await pushedTo(userId)).toEqual(['prize', 'draw-news']);
});
