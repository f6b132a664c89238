/**
 * Delivers draw news, for each rifa in the order of the events: one pass writes notifications, another one mails. The
 * progress is stored after every batch of participants, and each delivery has a deduplication key. So jobs may run
 * twice, late, concurrently or only in part: nothing is delivered twice or out of order.
 */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { queueMessages } from '../../mail/outbox/queue-message.ts';
import { queuePush } from '../../notifications/push/queue-push.ts';
import { sendNotifications } from '../../notifications/send-notification.ts';
import { queueWhatsApp } from '../../notifications/whatsapp/queue-whatsapp.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RifaJob } from '../draw-events.ts';
import { composeNews, type DrawNewsItem, type NewsText } from './draw-news.ts';
import { findNewsRecipients, listParticipants, type NewsRecipient } from './participants.queries.ts';

interface WaitingNews {
  id: number;
  news: DrawNewsItem;
  userId: string | null;
  /** Last participant done. */
  doneTo: string | null;
}

interface Channel {
  to: 'notifiedTo' | 'mailedTo';
  at: 'notifiedAt' | 'mailedAt';
  deliver: (
    platform: Platform,
    news: WaitingNews,
    rifaId: string,
    userIds: readonly string[],
  ) => Promise<void>;
}

/** Participants per stored progress: each batch costs about five statements, whatever its size. */
const BATCH = 500;

/** Batches per run, after which it enqueues the next run: the queue would treat a longer run as lost. */
const BATCHES_PER_RUN = 100;

const NOTIFICATIONS: Channel = {
  to: 'notifiedTo',
  at: 'notifiedAt',
  async deliver(platform, waiting, rifaId, userIds) {
    const text = await textOf(platform.db, waiting, rifaId);
    const { type, title, message, href } = text;
    await sendNotifications(
      platform.db,
      platform,
      userIds.map((userId) => ({
        userId,
        type,
        title,
        message,
        data: { href, rifaId },
        deduplicationKey: deliveryKey(waiting.id, userId),
      })),
    );
    if (text.correctedPrize) await sendToPhones(platform, waiting.id, userIds, text, text.correctedPrize);
  },
};

const MAILS: Channel = {
  to: 'mailedTo',
  at: 'mailedAt',
  async deliver(platform, waiting, rifaId, userIds) {
    const text = await textOf(platform.db, waiting, rifaId);
    if (!text.mail) return;
    const recipients = await findNewsRecipients(platform.db, userIds);
    await queueMessages(
      platform.db,
      platform,
      recipients.map((recipient) => ({
        key: deliveryKey(waiting.id, recipient.userId),
        topic: 'draw',
        stream: `draw-news:${rifaId}:${recipient.userId}`,
        content: { channel: 'mail', mail: composeNewsMail(platform, text, text.mail!, recipient) },
      })),
    );
  },
};

const CHANNELS = { notifications: NOTIFICATIONS, mails: MAILS };

export const notifyDrawNewsJob = defineJob(
  'notify-draw-news',
  { concurrency: 4 },
  async (platform: Platform, { rifaId }: RifaJob) => {
    if (!(await deliverNews(platform, rifaId, 'notifications')))
      await platform.jobs.enqueue(platform.db, notifyDrawNewsJob, { rifaId });
  },
);

export const mailDrawNewsJob = defineJob(
  'mail-draw-news',
  { concurrency: 4 },
  async (platform: Platform, { rifaId }: RifaJob) => {
    if (!(await deliverNews(platform, rifaId, 'mails')))
      await platform.jobs.enqueue(platform.db, mailDrawNewsJob, { rifaId });
  },
);

/** Re-enqueues deliveries whose jobs are lost or have failed permanently. */
export const resumeDrawNewsJob = defineJob(
  'resume-draw-news',
  { everyMinutes: 10 },
  async ({ db, jobs }: Platform) => {
    for (const [job, at] of [
      [notifyDrawNewsJob, 'notifiedAt'],
      [mailDrawNewsJob, 'mailedAt'],
    ] as const) {
      const waiting = await db
        .selectFrom('drawNews')
        .select('rifaId')
        .distinct()
        .where(at, 'is', null)
        .execute();
      for (const { rifaId } of waiting) await jobs.enqueue(db, job, { rifaId });
    }
  },
);

/**
 * @param batch participants per stored progress
 * @returns false when news may be left
 */
export async function deliverNews(
  platform: Platform,
  rifaId: string,
  to: keyof typeof CHANNELS,
  batch = BATCH,
): Promise<boolean> {
  const { db } = platform;
  const channel = CHANNELS[to];
  let current: { id: number | null; doneTo: string | null } = { id: null, doneTo: null };
  // Remaining participants of the current news, ascending, and how many are done.
  let participants: readonly string[] = [];
  let done = 0;
  for (let batches = 0; batches < BATCHES_PER_RUN; batches++) {
    const waiting = await findWaiting(db, rifaId, channel);
    if (!waiting) return true;
    if (waiting.id !== current.id || waiting.doneTo !== current.doneTo) {
      participants = await listLeft(db, rifaId, waiting, BATCHES_PER_RUN * batch);
      done = 0;
    }
    const userIds = participants.slice(done, done + batch);
    done += userIds.length;
    if (userIds.length > 0) await channel.deliver(platform, waiting, rifaId, userIds);
    // Another run has taken over and delivers the rest.
    if (!(await saveProgress(platform, waiting, channel, userIds))) return true;
    current = { id: waiting.id, doneTo: userIds.at(-1) ?? null };
  }
  return false;
}

/** Ids of participants not yet notified, ascending; at most one run's worth. */
async function listLeft(
  db: Kysely<DB>,
  rifaId: string,
  { news, userId, doneTo }: WaitingNews,
  limit: number,
): Promise<readonly string[]> {
  if (userId !== null) return doneTo === null ? [userId] : [];
  return listParticipants(db, rifaId, { withoutWinners: news.kind === 'drawn', after: doneTo, limit });
}

/** The oldest news of the rifa that is not delivered to everyone. */
async function findWaiting(
  db: Kysely<DB>,
  rifaId: string,
  { to, at }: Channel,
): Promise<WaitingNews | undefined> {
  const row = await db
    .selectFrom('drawNews')
    .select(['id', 'news', 'userId'])
    .select((eb) => eb.ref(to).as('doneTo'))
    .where('rifaId', '=', rifaId)
    .where(at, 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, news: row.news as unknown as DrawNewsItem };
}

/** @returns false when a concurrent run has saved its progress first */
async function saveProgress(
  { db, clock }: Platform,
  { id, doneTo }: WaitingNews,
  { to, at }: Channel,
  batch: readonly string[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drawNews')
    .set(batch.length > 0 ? { [to]: batch.at(-1)! } : { [at]: clock.now() })
    .where('id', '=', id)
    .where(at, 'is', null)
    .where(to, 'is not distinct from', doneTo)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sends push messages and WhatsApp messages. @param prize that was corrected */
async function sendToPhones(
  platform: Platform,
  newsId: number,
  userIds: readonly string[],
  { title, message, href, rifaTitle }: Awaited<ReturnType<typeof textOf>>,
  prize: string,
): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    for (const userId of userIds) {
      const about = { userId, topic: 'prize' as const, deduplicationKey: deliveryKey(newsId, userId) };
      await queuePush(trx, platform, { ...about, title, message, href });
      await queueWhatsApp(trx, platform, {
        ...about,
        template: 'premio_corrigido',
        parameters: [prize, rifaTitle, platform.config.publicUrl + href],
      });
    }
  });
}

async function textOf(
  db: Kysely<DB>,
  { news }: Pick<WaitingNews, 'news'>,
  rifaId: string,
): Promise<NewsText & { image: string; rifaTitle: string }> {
  const { title, image } = await db
    .selectFrom('rifas')
    .select(['title', 'image'])
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  return { ...composeNews(news, { id: rifaId, title }), image, rifaTitle: title };
}

function composeNewsMail(
  { config }: Pick<Platform, 'config'>,
  { title, message, href, image }: Awaited<ReturnType<typeof textOf>>,
  { facts, button, isEssential }: NonNullable<NewsText['mail']>,
  { email, name }: NewsRecipient,
): Mail {
  const firstName = name?.trim().split(/\s+/)[0];
  return composeMail(
    { to: email, kind: isEssential ? 'essential' : 'transactional', subject: title },
    {
      ...(image && { picture: new URL(image, config.publicUrl).href }),
      heading: title,
      paragraphs: [firstName ? `Olá, ${firstName}!` : 'Olá!', message],
      facts,
      button: { label: button, url: `${config.publicUrl}${href}` },
      closing:
        'Você recebe este aviso porque tem cotas nesta rifa. Dúvidas? Fale com o suporte, em qualquer página do site.',
    },
  );
}

function deliveryKey(newsId: number, userId: string): string {
  return `draw-news:${newsId}:${userId}`;
}
