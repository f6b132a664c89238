/** Testbed of draws with buyers who receive news. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Mail } from '../../platform/messages/mail.ts';
import { createDrawsTestbed } from '../draws.testing.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { mailDrawNewsJob, notifyDrawNewsJob } from './deliver-draw-news.job.ts';
import type { DrawNewsItem } from './draw-news.ts';
import { recordDrawNews } from './record-draw-news.ts';

export type DrawNewsTestbed = Awaited<ReturnType<typeof createDrawNewsTestbed>>;

export async function createDrawNewsTestbed() {
  const bed = await createDrawsTestbed();
  return {
    ...bed,
    /** Titles of a person's notifications about a rifa, in the order of arrival. */
    async notificationTitles(userId: string, rifaId: string): Promise<string[]> {
      const rows = await bed.db
        .selectFrom('notifications')
        .select(['title', 'data'])
        .where('userId', '=', userId)
        .orderBy('sequence')
        .execute();
      return rows.flatMap(({ title, data }) =>
        (data as { rifaId?: string }).rifaId === rifaId ? [title] : [],
      );
    },
    /** A buyer of these numbers, with an e-mail address. */
    async buyerWith(rifaId: string, numbers: number[]): Promise<string> {
      const { userId } = await bed.sell(rifaId, numbers);
      await bed.db
        .updateTable('profiles')
        .set({ email: `${userId}@exemplo.com.br` })
        .where('id', '=', userId)
        .execute();
      return userId;
    },
    record: (rifaId: string, news: DrawNewsItem) =>
      bed.db.transaction().execute((trx) => recordDrawNews(trx, bed.platform, rifaId, news)),
    async deliver(rifaId: string): Promise<void> {
      await notifyDrawNewsJob.handle(bed.platform, { rifaId });
      await mailDrawNewsJob.handle(bed.platform, { rifaId });
      await deliverOutbox(bed.platform);
    },
    /** Subscribes a browser of this person to push messages. */
    async subscribe(userId: string): Promise<void> {
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
    },
    /** Subject of each push, from its key. */
    async pushedTo(userId: string): Promise<string[]> {
      const rows = await bed.db
        .selectFrom('outbox')
        .innerJoin('pushSubscriptions', (join) => join.on('pushSubscriptions.userId', '=', userId))
        .select('outbox.key')
        .where('outbox.channel', '=', 'push')
        .where(sql<boolean>`outbox.key like '%:' || push_subscriptions.id`)
        .orderBy('outbox.createdAt')
        .execute();
      return rows.map(({ key }) => key.split(':')[1]!);
    },
  };
}

/** Subjects of the mails to a person. */
export const subjectsOfMailsTo = (mails: readonly Mail[], userId: string) =>
  mails.filter(({ to }) => to.startsWith(userId)).map(({ subject }) => subject.replace(' · {loja}', ''));
