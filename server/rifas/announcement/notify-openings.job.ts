/** Notifies subscribers that sales have begun: on the site, by push, WhatsApp and mail, each once. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { hasSpendingBlock } from '../../accounts/limits/read-own-limits.ts';
import { isEmailBlocked } from '../../mail/can-send-mail.ts';
import { queuePush } from '../../notifications/push/queue-push.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { queueWhatsApp } from '../../notifications/whatsapp/queue-whatsapp.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailOpeningJob } from './mail-opening.job.ts';

type Deps = Pick<Platform, 'db' | 'caches' | 'clock' | 'random' | 'jobs' | 'config'>;

const BATCH = 200;
/** A run ends after so many batches; the next minute's run continues. */
const BATCHES_PER_RUN = 50;

interface DueNotice {
  id: string;
  rifaId: string;
  userId: string | null;
  email: string | null;
  title: string;
}

export const notifyOpeningsJob = defineJob('notify-openings', { everyMinutes: 1 }, notifyOpenings);

export async function notifyOpenings(platform: Deps): Promise<void> {
  for (let batches = 0; batches < BATCHES_PER_RUN; batches++)
    if ((await platform.db.transaction().execute((trx) => notifyBatch(trx, platform))) < BATCH) return;
}

/** @returns how many were claimed */
async function notifyBatch(trx: Transaction<DB>, platform: Deps): Promise<number> {
  const dueNotices = await claimDue(trx, platform.clock.now());
  for (const notice of dueNotices) {
    // People who paused buying or excluded themselves get no notice, despite their subscription.
    if (await isRecipientBlocked(trx, platform, notice)) continue;
    if (notice.userId) await notifyAccount(trx, platform, { ...notice, userId: notice.userId });
    await platform.jobs.enqueue(trx, mailOpeningJob, { noticeId: notice.id });
  }
  return dueNotices.length;
}

/** While only VIPs may buy, only VIPs are notified. An address without an account is no VIP. */
async function claimDue(trx: Transaction<DB>, now: Date): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    with due as materialized (
      select notice.id, rifas.title from opening_notices notice
      join rifas on rifas.id = notice.rifa_id
      left join auth.users on users.email = notice.email
      left join profiles on profiles.id = coalesce(notice.user_id, users.id)
      where notice.confirmed_at is not null and notice.notified_at is null
        and rifas.status = 'active' and rifas.sales_end_at > ${now}
        and coalesce(rifas.opens_at <= ${now}, true) and rifas.paused_at is null
        and (profiles.segment = 'vip' or not rifas.vip_only and coalesce(rifas.public_from <= ${now}, true))
      order by notice.created_at limit ${BATCH} for update of notice skip locked)
    update opening_notices set notified_at = ${now} from due
    where opening_notices.id = due.id
    returning opening_notices.id, rifa_id, user_id, email, due.title`.execute(trx);
  return rows;
}

function isRecipientBlocked(
  trx: Kysely<DB> | Transaction<DB>,
  platform: Deps,
  { userId, email }: DueNotice,
): Promise<boolean> {
  return userId
    ? hasSpendingBlock(trx, platform, userId)
    : isEmailBlocked(trx, platform, email!, hasSpendingBlock);
}

async function notifyAccount(
  trx: Transaction<DB>,
  platform: Deps,
  { id, rifaId, userId, title }: DueNotice & { userId: string },
): Promise<void> {
  const text = {
    title: 'Vendas abertas',
    message: `As vendas de “${title}” abriram. Boa sorte!`,
  };
  const href = `/rifa/${rifaId}`;
  const deduplicationKey = `opening:${id}`;
  await sendNotification(trx, platform, {
    userId,
    type: 'info',
    ...text,
    data: { href, rifaId },
    deduplicationKey,
  });
  await queuePush(trx, platform, { userId, topic: 'opening', ...text, href, deduplicationKey });
  await queueWhatsApp(trx, platform, {
    userId,
    topic: 'opening',
    template: 'vendas_abertas',
    parameters: [title, `${platform.config.publicUrl}${href}`],
    deduplicationKey,
  });
}
