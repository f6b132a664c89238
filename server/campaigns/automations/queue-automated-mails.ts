/** Queues time-based automations: a welcome after sign-up, a reminder before a draw. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { WELCOME_WITHIN_MS } from '@mare/domain/campaigns/automations.ts';
import { queuePush } from '../../notifications/push/queue-push.ts';
import { queueWhatsApp } from '../../notifications/whatsapp/queue-whatsapp.ts';
import { holdersInDraw } from '../../orders/participation/holders-in-draw.ts';
import type { QueueDeps } from '../../mail/outbox/queue-message.ts';
import type { Platform } from '../../platform/platform.ts';

type Deps = QueueDeps & Pick<Platform, 'db'>;

export async function queueAutomatedMails(platform: Deps): Promise<void> {
  await welcome(platform);
  await remindOfDraws(platform);
}

async function welcome({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - WELCOME_WITHIN_MS);
  await sql`
    insert into email_messages (id, automation, step_id, user_id, occasion, run_key, run_started_at, due_at, created_at)
    select gen_random_uuid(), automation.key, step.id, profiles.id, 'welcome:' || profiles.id, 'welcome:' || profiles.id,
      profiles.created_at, profiles.created_at + step.delay_minutes * interval '1 minute', ${now}
    from email_automations as automation
    join email_automation_steps as step on step.automation = automation.key and step.position = 1
    join profiles on profiles.created_at > ${since} and profiles.created_at <= ${now}
    where automation.key = 'welcome' and automation.active and not exists (
      select from email_messages where user_id = profiles.id and automation = 'welcome')
    on conflict do nothing`.execute(db);
}

/** Holders of cotas, once per rifa and step. Of several steps that are due, only the one closest to the draw goes out. */
async function remindOfDraws(platform: Deps): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const dueMails = await sql<{ stepId: string; rifaId: string }>`
      with due as (
        select step.id as step_id, rifas.id as rifa_id, row_number() over (
          partition by rifas.id order by step.delay_minutes, step.position desc) as nth
        from email_automations as automation
        join email_automation_steps as step on step.automation = automation.key and step.position is not null
        join rifas on rifas.status in ('active', 'closed') and rifas.draw_date > ${now}
          and rifas.draw_date <= ${now}::timestamptz + step.delay_minutes * interval '1 minute'
        where automation.key = 'draw_tomorrow' and automation.active),
      marked as (
        insert into automation_step_marks (step_id, subject_id, created_at)
        select step_id, rifa_id, ${now} from due order by rifa_id, step_id
        on conflict do nothing
        returning step_id, subject_id)
      select step_id, rifa_id from due join marked using (step_id)
      where marked.subject_id = due.rifa_id and due.nth = 1 order by rifa_id`.execute(trx);
    for (const { stepId, rifaId } of dueMails.rows) {
      await pushToHolders(trx, platform, rifaId);
      await writeToHolders(trx, platform, rifaId);
      await mailHolders(trx, now, { stepId, rifaId });
    }
  });
}

async function mailHolders(
  trx: Transaction<DB>,
  now: Date,
  { stepId, rifaId }: { stepId: string; rifaId: string },
): Promise<void> {
  await sql`
    insert into email_messages
      (id, automation, step_id, user_id, occasion, run_key, run_started_at, facts, due_at, created_at)
    select gen_random_uuid(), 'draw_tomorrow', ${stepId}, holder.user_id,
      case when exists (select from email_messages where occasion = run.key) then run.key || ':' || ${stepId} else run.key end,
      run.key, ${now}, jsonb_build_object('rifa', rifas.title), ${now}, ${now}
    from rifas
    join lateral (${holdersInDraw(sql.ref('rifas.id'))}) as holder on true
    cross join lateral (select 'draw-tomorrow:' || rifas.id || ':' || holder.user_id as key) as run
    where rifas.id = ${rifaId}
    on conflict do nothing`.execute(trx);
}

/** Enqueues push messages for holders with a subscribed browser. */
async function pushToHolders(trx: Transaction<DB>, platform: Deps, rifaId: string): Promise<void> {
  const { rows } = await sql<{ userId: string; title: string; drawDate: Date }>`
    select distinct holder.user_id, rifas.title, rifas.draw_date from rifas
    join lateral (${holdersInDraw(sql.ref('rifas.id'))}) as holder on true
    join push_subscriptions as browser on browser.user_id = holder.user_id and browser.active
    where rifas.id = ${rifaId}`.execute(trx);
  for (const { userId, title, drawDate: expiresAt } of rows)
    await queuePush(trx, platform, {
      userId,
      topic: 'draw',
      title: 'Seu sorteio está chegando',
      message: `“${title}” vai ser sorteada em breve. Boa sorte!`,
      href: `/resultado/${rifaId}`,
      deduplicationKey: `draw-tomorrow:${rifaId}`,
      expiresAt,
    });
}

/** Enqueues WhatsApp messages for holders with a confirmed phone. */
async function writeToHolders(trx: Transaction<DB>, platform: Deps, rifaId: string): Promise<void> {
  const { rows } = await sql<{ userId: string; title: string; drawDate: Date }>`
    select contact.user_id, rifas.title, rifas.draw_date from rifas
    join lateral (${holdersInDraw(sql.ref('rifas.id'))}) as holder on true
    join whatsapp_contacts as contact on contact.user_id = holder.user_id and contact.confirmed_at is not null
    where rifas.id = ${rifaId}`.execute(trx);
  for (const { userId, title, drawDate: expiresAt } of rows)
    await queueWhatsApp(trx, platform, {
      userId,
      topic: 'draw',
      template: 'sorteio_amanha',
      parameters: [title, `${platform.config.publicUrl}/resultado/${rifaId}`],
      deduplicationKey: `draw-tomorrow:${rifaId}`,
      expiresAt,
    });
}
