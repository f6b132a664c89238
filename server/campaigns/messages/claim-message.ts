import { type RawBuilder, sql } from 'kysely';
import type { MailContent } from '@mare/contract/campaigns/campaigns-admin.ts';
import { AUTOMATION_KINDS, type Automation } from '@mare/domain/campaigns/automations.ts';
import type { MailKind } from '../../platform/messages/mail.ts';
import type { Platform } from '../../platform/platform.ts';

/** A message claimed by this worker, with its content. */
export interface ClaimedMessage extends MailContent {
  id: string;
  userId: string;
  automation: Automation | null;
  kind: MailKind;
  facts: Record<string, string>;
  attempts: number;
  /** False: its automation was switched off since it was queued. */
  active: boolean;
  createdAt: Date;
}

type Deps = Pick<Platform, 'db' | 'clock'>;
type Row = Omit<ClaimedMessage, 'kind'> & { kind: MailKind | null };

const MINUTE_MS = 60_000;

/** The next due message within its campaign's rate limit; null when there is none. */
export async function claimMessage(platform: Deps): Promise<ClaimedMessage | null> {
  const row = (await claimOfAutomation(platform)) ?? (await claimOfCampaign(platform));
  return row && { ...row, kind: row.kind ?? AUTOMATION_KINDS[row.automation!] };
}

const claimed = (now: Date) => sql`state = 'claimed', claimed_at = ${now}, attempts = message.attempts + 1`;
const words = (from: string): RawBuilder<unknown> =>
  sql.join(['subject', 'body', 'button_label', 'button_path'].map((column) => sql.ref(`${from}.${column}`)));
const facts = sql`message.id, message.user_id, message.automation, message.facts, message.attempts, message.created_at`;

async function claimOfAutomation({ db, clock }: Deps): Promise<Row | null> {
  const now = clock.now();
  const { rows } = await sql<Row>`
    update email_messages as message set ${claimed(now)}
    from email_automations as automation
    where automation.key = message.automation and message.id = (
      select id from email_messages
      where state = 'waiting' and automation is not null and due_at <= ${now}
      order by due_at limit 1 for update skip locked)
    returning ${facts}, ${words('automation')}, automation.active, null as kind`.execute(db);
  return rows[0] ?? null;
}

/** Holds the campaign's row lock, so that the rate limit counts all workers. */
async function claimOfCampaign({ db, clock }: Deps): Promise<Row | null> {
  const now = clock.now();
  const sending = await db
    .selectFrom('emailCampaigns')
    .select('id')
    .where('status', '=', 'sending')
    .orderBy('startedAt')
    .execute();
  for (const { id } of sending) {
    const row = await db.transaction().execute(async (trx) => {
      const campaign = await trx
        .selectFrom('emailCampaigns')
        .select('id')
        .where('id', '=', id)
        .where('status', '=', 'sending')
        .forUpdate()
        .executeTakeFirst();
      if (!campaign) return null;
      const { rows } = await sql<Row>`
        update email_messages as message set ${claimed(now)}
        from email_campaigns as campaign
        where campaign.id = ${id} and message.id = (
            select id from email_messages
            where campaign_id = ${id} and state = 'waiting' and due_at <= ${now} order by due_at limit 1)
          and campaign.per_minute > (
            select count(*) from email_messages
            where campaign_id = ${id} and claimed_at > ${new Date(now.getTime() - MINUTE_MS)})
        returning ${facts}, ${words('campaign')}, campaign.kind, true as active`.execute(trx);
      return rows[0] ?? null;
    });
    if (row) return row;
  }
  return null;
}
