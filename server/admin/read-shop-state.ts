import { sql } from 'kysely';
import type { ShopState } from '@mare/contract/admin/settings-admin.ts';
import { personHasherOf } from '../accounts/persons/person-hash.ts';
import { assessPersonKeys } from '../accounts/persons/person-keys.ts';
import { allProviders } from '../payments/providers/providers.ts';
import { readProviderCalls } from '../payments/monitoring/provider-metrics.ts';
import type { PaymentsContext } from '../payments/payments-context.ts';
import { listCspReports } from '../platform/http/csp-reports/csp-reports.queries.ts';
import type { Config } from '../platform/config/config.ts';
import { parkedByQueue } from '../platform/jobs/parked-jobs.ts';
import { type LaunchFacts, launchSteps } from '@mare/domain/admin/launch-steps.ts';
import { readContacts } from '../settings/read-site.ts';
import type { Platform } from '../platform/platform.ts';

/** Health of payments, mail and jobs. */
export async function readShopState(
  platform: Pick<Platform, 'db' | 'config' | 'clock' | 'caches'>,
  payments: Pick<PaymentsContext, 'provider' | 'otherProviders'>,
): Promise<Omit<ShopState, 'outage'>> {
  const { db, config, clock } = platform;
  const [webhooks, attempts, mail, queues, cspReports, launch, calls, persons] = await Promise.all([
    // Ids ascend with the time of receipt.
    sql<{ lastAt: Date | null; waiting: number; dead: number }>`
      select (select received_at from webhook_inbox order by id desc limit 1) as last_at,
        (select count(*)::int from webhook_inbox where status in ('pending', 'processing')) as waiting,
        (select count(*)::int from webhook_inbox where status = 'dead' and reviewed_at is null) as dead`.execute(
      db,
    ),
    db
      .selectFrom('paymentAttempts')
      .select((eb) => eb.fn.countAll<number>().as('due'))
      .where('nextCheckAt', 'is not', null)
      .where('state', 'in', ['creating', 'unknown'])
      .executeTakeFirstOrThrow(),
    db.selectFrom('mailState').selectAll().executeTakeFirstOrThrow(),
    sql<{ name: string; waiting: number; running: number; failed: number }>`
      select name, queued_count as waiting, active_count as running, coalesce(failed, 0) as failed
      from pgboss.queue left join (${parkedByQueue}) as parked using (name)
      where name not like '\\_\\_%' order by failed desc, waiting desc, name`.execute(db),
    listCspReports({ db }),
    readLaunchFacts(db),
    readProviderCalls(
      { db, clock },
      allProviders(payments).map(({ id }) => id),
    ),
    assessPersonKeys(db, personHasherOf(platform)),
  ]);
  const { lastAt, waiting, dead } = webhooks.rows[0]!;
  return {
    demo: config.demo,
    launch: launchSteps({
      ...launch,
      takesPayments: payments.provider.id !== 'sandbox',
      sendsMail: mailOf(config) === 'smtp',
    }),
    publicUrl: config.publicUrl,
    payments: {
      providers: calls,
      lastWebhookAt: lastAt?.toISOString() ?? null,
      webhooksWaiting: waiting,
      webhooksFailed: dead,
      unanswered: attempts.due,
    },
    mail: {
      kind: mailOf(config),
      lastSentAt: mail.lastSentAt?.toISOString() ?? null,
      lastFailedAt: mail.lastFailedAt?.toISOString() ?? null,
      lastError: mail.lastError,
      replies: config.mailReplies?.address ?? null,
    },
    whatsApp: {
      sends: config.whatsApp ? 'service' : config.demo && config.mailboxDir ? 'mailbox' : 'none',
      receives: config.whatsAppWebhook !== null,
    },
    unknownPersons: persons.unknown,
    queues: queues.rows,
    cspReports: cspReports.map(({ directive, blocked, page, reports, lastAt }) => ({
      directive,
      blocked,
      page,
      reports,
      lastAt: lastAt.toISOString(),
    })),
  };
}

async function readLaunchFacts(
  db: Platform['db'],
): Promise<Omit<LaunchFacts, 'takesPayments' | 'sendsMail'>> {
  const [settings, counts] = await Promise.all([
    db
      .selectFrom('settings')
      .select(['key', 'value', 'updatedBy'])
      .where('key', 'in', ['brand', 'contacts'])
      .execute(),
    sql<{ admins: number; publishedRifas: number }>`
      select (select count(*)::int from profiles where role = 'admin') as admins,
        (select count(*)::int from rifas where published_at is not null) as published_rifas`.execute(db),
  ]);
  const find = (key: string) => settings.find((setting) => setting.key === key);
  const { organiser, cnpj, address, email, privacyEmail } = readContacts(find('contacts')?.value);
  return {
    brandSaved: Boolean(find('brand')?.updatedBy),
    organiser: { name: organiser, cnpj, address },
    supportEmail: email,
    privacyEmail,
    ...counts.rows[0]!,
  };
}

function mailOf({ smtpUrl, mailboxDir }: Config): ShopState['mail']['kind'] {
  if (smtpUrl) return 'smtp';
  return mailboxDir ? 'mailbox' : 'none';
}
