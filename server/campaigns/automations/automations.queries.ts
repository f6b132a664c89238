import { type Kysely, sql, type Transaction } from 'kysely';
import type { AutomatedMailRow, ManagedAutomation } from '@mare/contract/campaigns/automations-admin.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { type Automation, AUTOMATIONS } from '@mare/domain/campaigns/automations.ts';
import { messagesWithSales } from '../management/mail-sales.queries.ts';

export async function selectAutomations(db: Kysely<DB>): Promise<ManagedAutomation[]> {
  const rows = await db.selectFrom('emailAutomations').select(['key', 'active', 'version']).execute();
  const all = rows.map(async ({ key, ...row }) => ({
    key: key as Automation,
    ...row,
    steps: await selectSteps(db, key as Automation),
  }));
  return (await Promise.all(all)).toSorted((a, b) => AUTOMATIONS.indexOf(a.key) - AUTOMATIONS.indexOf(b.key));
}

/** In their order. */
export function selectSteps(
  db: Kysely<DB> | Transaction<DB>,
  key: Automation,
): Promise<ManagedAutomation['steps']> {
  return db
    .selectFrom('emailAutomationSteps')
    .select(['id', 'delayMinutes', 'subject', 'body', 'buttonLabel', 'buttonPath'])
    .where('automation', '=', key)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute();
}

const LOGGED = 50;

interface LoggedMail {
  id: string;
  userId: string;
  name: string | null;
  step: number | null;
  state: AutomatedMailRow['state'];
  createdAt: Date;
  dueAt: Date;
  sentAt: Date | null;
  isClicked: boolean;
  orders: number;
  revenue: string;
}

/** The latest mails of an automation, newest first: sent and skipped ones, then waiting ones. */
export async function selectAutomatedMails(db: Kysely<DB>, key: Automation): Promise<AutomatedMailRow[]> {
  const latest = (isWaiting: boolean) => sql`
    (select id from email_messages where automation = ${key} and (state = 'waiting') = ${isWaiting}
      order by created_at desc, id limit ${LOGGED})`;
  const { rows } = await sql<LoggedMail>`
    select message.id, message.user_id, profiles.name, step.position as step, message.state, message.created_at, message.due_at, message.sent_at,
      message.clicked_at is not null as is_clicked, coalesce(sold.orders, 0)::integer as orders,
      coalesce(sold.revenue, 0) as revenue
    from ${messagesWithSales} join profiles on profiles.id = message.user_id
    left join email_automation_steps as step on step.id = message.step_id
    where message.id in (${latest(false)} union all ${latest(true)})
    order by message.state = 'waiting', message.created_at desc, message.id limit ${LOGGED}`.execute(db);
  return rows.map(({ createdAt, dueAt, sentAt, revenue, ...mail }) => ({
    ...mail,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    revenueCentavos: centavosFromNumeric(revenue),
  }));
}
