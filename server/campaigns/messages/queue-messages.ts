/** Moves due messages of campaigns and automations into the outbox, which sends them. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { MailContent } from '@mare/contract/campaigns/mail-content.ts';
import type { DB } from '@mare/database/schema.ts';
import { AUTOMATION_KINDS, type Automation } from '@mare/domain/campaigns/automations.ts';
import { statedEmail } from '../../accounts/express/stated-email.ts';
import { hasSpendingBlock } from '../../accounts/limits/read-own-limits.ts';
import { canSendMail } from '../../mail/can-send-mail.ts';
import { type QueueDeps, queueMessages } from '../../mail/outbox/queue-message.ts';
import { queuePush } from '../../notifications/push/queue-push.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Mail, MailKind } from '../../platform/messages/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSite } from '../../settings/read-site.ts';
import { continueRuns, isRunOver } from '../automations/continue-runs.ts';
import { pictureOfRifa } from './announced-picture.queries.ts';
import { composeCampaignMail, composeNotice } from './compose-campaign-mail.ts';
import { trackedLinks } from './tracked-links.ts';
import { audienceExclusionOf, rifaOfCampaign, rifaOfPath } from '../management/audience-exclusion.queries.ts';
import { decideSendTime } from './decide-send-time.ts';

export type Queueing = QueueDeps & Pick<Platform, 'db'>;

interface DueMessage extends MailContent {
  id: string;
  userId: string;
  automation: Automation | null;
  /** Null: the account has none. */
  email: string | null;
  /** See `statedEmail`. */
  statedEmail: string | null;
  readerName: string | null;
  /** The reader consents to measurement. */
  measured: boolean;
  /** Deduplication key. */
  occasion: string;
  /** Kind of its campaign. */
  kind: MailKind | null;
  facts: Record<string, string>;
  /** Picture of the rifa that the button opens or the campaign announces. */
  picture: string | null;
  /** The campaign announces this rifa: also on the site and by push. */
  boostedRifaId: string | null;
  /** False: its automation was switched off since it was queued, or its campaign is no longer for the reader. */
  active: boolean;
  /** Its step was removed since it was queued. */
  isRemoved: boolean;
  runKey: string;
  runStartedAt: Date;
  createdAt: Date;
}

/** Messages of one transaction. */
const BATCH = 50;
const MINUTE_MS = 60_000;

const content = (from: string): RawBuilder<unknown> =>
  sql.join(['subject', 'body', 'button_label', 'button_path'].map((column) => sql.ref(`${from}.${column}`)));
const facts = sql`message.id, message.user_id, message.automation, message.occasion, message.facts, message.created_at,
  message.run_key, message.run_started_at, profiles.name as reader_name,
  (select email from auth.users where users.id = message.user_id) as email,
  ${statedEmail('message.userId')} as stated_email,
  coalesce((select measurement from consents where consents.user_id = message.user_id order by id desc limit 1), false)
    as measured`;

/** Keeps each campaign's rate limit across workers. */
export async function queueMessagesDue(platform: Queueing): Promise<void> {
  const { db } = platform;
  while ((await db.transaction().execute((trx) => queueOfAutomations(trx, platform))) > 0);
  const sending = await db
    .selectFrom('emailCampaigns')
    .select('id')
    .where('status', '=', 'sending')
    .orderBy('startedAt')
    .execute();
  for (const { id } of sending)
    while ((await db.transaction().execute((trx) => queueOfCampaign(trx, platform, id))) > 0);
}

/** @returns how many were due */
async function queueOfAutomations(trx: Transaction<DB>, platform: Queueing): Promise<number> {
  const { rows } = await sql<DueMessage>`
    select ${facts}, ${content('step')}, automation.active, step.position is null as is_removed, null as kind,
      null as boosted_rifa_id, ${pictureOfRifa(rifaOfPath(sql.ref('step.button_path')))} as picture
    from email_messages as message
    join email_automations as automation on automation.key = message.automation
    join email_automation_steps as step on step.id = message.step_id
    join profiles on profiles.id = message.user_id
    where message.state = 'waiting' and message.automation is not null and message.due_at <= ${platform.clock.now()}
    order by message.due_at limit ${BATCH} for update of message skip locked`.execute(trx);
  await queueMails(trx, platform, rows);
  return rows.length;
}

/** Holds the campaign's row lock, so that the rate limit counts all workers. */
async function queueOfCampaign(trx: Transaction<DB>, platform: Queueing, id: string): Promise<number> {
  const now = platform.clock.now();
  const campaign = await trx
    .selectFrom('emailCampaigns')
    .select('perMinute')
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .forUpdate()
    .executeTakeFirst();
  if (!campaign) return 0;
  const { rows: queued } = await sql<{ count: number }>`
    select count(*)::int as count from email_messages
    where campaign_id = ${id} and claimed_at > ${new Date(now.getTime() - MINUTE_MS)}`.execute(trx);
  const free = Math.max(0, campaign.perMinute - queued[0]!.count);
  const { rows } = await sql<DueMessage>`
    select ${facts}, ${content('campaign')}, campaign.kind, false as is_removed,
      ${audienceExclusionOf(rifaOfCampaign('campaign'), now)} is null as active, campaign.boosted_rifa_id,
      ${pictureOfRifa(rifaOfCampaign('campaign'))} as picture
    from email_messages as message
    join email_campaigns as campaign on campaign.id = message.campaign_id
    join profiles on profiles.id = message.user_id
    where message.campaign_id = ${id} and message.state = 'waiting' and message.due_at <= ${now}
    order by message.due_at limit ${Math.min(BATCH, free)} for update of message`.execute(trx);
  await queueMails(trx, platform, rows);
  return rows.length;
}

/** Queues the mails that may be sent now, in one statement; defers or skips the others. */
async function queueMails(
  trx: Transaction<DB>,
  platform: Queueing,
  messages: readonly DueMessage[],
): Promise<void> {
  const ready: (DueMessage & { mail: Mail })[] = [];
  for (const message of messages) {
    const mail = await prepareMail(trx, platform, message);
    if (mail) ready.push({ ...message, mail });
  }
  const keyOf = ({ occasion }: DueMessage) => `campaign-mail:${occasion}`;
  const written = await queueMessages(
    trx,
    platform,
    ready.map(({ mail, ...message }) => {
      return { id: message.id, key: keyOf(message), topic: 'campaign', content: { channel: 'mail', mail } };
    }),
  );
  await markQueued(
    trx,
    platform,
    ready.filter((message) => written.has(keyOf(message))),
  );
  for (const message of ready)
    if (!written.has(keyOf(message))) await change(trx, message.id, { state: 'skipped' });
}

/** @returns null for a message that it has postponed or skipped */
async function prepareMail(
  trx: Transaction<DB>,
  platform: Queueing,
  message: DueMessage,
): Promise<Mail | null> {
  const { clock } = platform;
  const { id, userId, automation } = message;
  const kind = message.kind ?? AUTOMATION_KINDS[automation!];
  const email = message.email ?? (kind === 'transactional' ? message.statedEmail : null);
  const isWanted =
    message.active &&
    email !== null &&
    (await canSendMail(trx, platform, { userId }, kind, hasSpendingBlock)) &&
    !(automation && (await isRunOver(trx, { ...message, automation }, clock.now())));
  if (!isWanted) {
    await change(trx, id, { state: 'skipped' });
    return null;
  }
  const when = message.isRemoved ? 'never' : await decideSendTime(trx, clock, message);
  if (when === 'never') {
    await change(trx, id, { state: 'skipped' });
    await continueRuns(trx, platform, [id]);
    return null;
  }
  if (when !== 'now') {
    await change(trx, id, { dueAt: when });
    return null;
  }
  if (message.boostedRifaId !== null) await notifyOfBoost(trx, platform, message, message.boostedRifaId);
  return { ...(await compose(trx, platform, message)), to: email, kind, messageId: id };
}

async function notifyOfBoost(
  trx: Transaction<DB>,
  platform: Queueing,
  message: DueMessage,
  rifaId: string,
): Promise<void> {
  const { userId, occasion, buttonPath: href } = message;
  const words = composeNotice(message, message.readerName, (await readSite(platform)).name);
  const deduplicationKey = `campaign:${occasion}`;
  const data = { href, rifaId };
  const isNew = await sendNotification(trx, platform, {
    userId,
    type: 'info',
    ...words,
    data,
    deduplicationKey,
  });
  if (isNew) await queuePush(trx, platform, { userId, topic: 'campaign', ...words, href, deduplicationKey });
}

async function compose(
  trx: Transaction<DB>,
  platform: Queueing,
  message: DueMessage,
): Promise<Pick<Mail, 'subject' | 'text' | 'html'>> {
  const { id, buttonPath, picture, measured, readerName } = message;
  const { config } = platform;
  const links = measured ? await trackedLinks({ db: trx, config }, id, buttonPath) : {};
  return composeCampaignMail(
    message,
    { name: readerName, facts: message.facts },
    { publicUrl: config.publicUrl, shopName: (await readSite(platform)).name, picture, ...links },
  );
}

/** Marks messages whose mails are in the outbox now. */
async function markQueued(
  trx: Transaction<DB>,
  { clock }: Queueing,
  messages: readonly Pick<DueMessage, 'id' | 'measured'>[],
): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    update email_messages as message set state = 'sending', measured = queued.measured, claimed_at = ${clock.now()}
    from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ measured }) => measured)}::boolean[])
      as queued (id, measured)
    where message.id = queued.id`.execute(trx);
}

interface Change {
  state?: 'skipped';
  dueAt?: Date;
}

async function change(trx: Transaction<DB>, id: string, values: Change): Promise<void> {
  await trx.updateTable('emailMessages').set(values).where('id', '=', id).execute();
}

const STALE_AFTER_MS = 10 * MINUTE_MS;

/** Settles messages left by workers of the version without the outbox. One that was being sent may have arrived. */
export async function recoverMessages({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - STALE_AFTER_MS);
  await sql`
    update email_messages as message set state = case state when 'claimed' then 'waiting' else 'failed' end
    where state in ('claimed', 'sending') and claimed_at < ${before}
      and not exists (select from outbox where outbox.id = message.id)`.execute(db);
}
