import { type Kysely, sql } from 'kysely';
import type { AutomatedMailRow, ManagedAutomation } from '@mare/contract/campaigns/campaigns-admin.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { type Automation, AUTOMATIONS } from '@mare/domain/campaigns/automations.ts';
import { messagesWithSales } from '../management/mail-sales.queries.ts';

export async function selectAutomations(db: Kysely<DB>): Promise<ManagedAutomation[]> {
  const rows = await db.selectFrom('emailAutomations').selectAll().execute();
  return rows
    .map((row) => ({ ...row, key: row.key as Automation }))
    .toSorted((a, b) => AUTOMATIONS.indexOf(a.key) - AUTOMATIONS.indexOf(b.key));
}

const LOGGED = 50;

interface LoggedMail {
  id: string;
  userId: string;
  name: string | null;
  state: AutomatedMailRow['state'];
  createdAt: Date;
  dueAt: Date;
  sentAt: Date | null;
  isClicked: boolean;
  orders: number;
  revenue: string;
}

/** The latest mails of an automation, newest first. */
export async function selectAutomatedMails(db: Kysely<DB>, key: Automation): Promise<AutomatedMailRow[]> {
  const { rows } = await sql<LoggedMail>`
    select message.id, message.user_id, profiles.name, message.state, message.created_at, message.due_at, message.sent_at,
      message.clicked_at is not null as is_clicked, coalesce(sold.orders, 0)::integer as orders,
      coalesce(sold.revenue, 0) as revenue
    from ${messagesWithSales} join profiles on profiles.id = message.user_id
    where message.automation = ${key} order by message.created_at desc, message.id limit ${LOGGED}`.execute(
    db,
  );
  return rows.map(({ createdAt, dueAt, sentAt, revenue, ...mail }) => ({
    ...mail,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    revenueCentavos: centavosFromNumeric(revenue),
  }));
}
