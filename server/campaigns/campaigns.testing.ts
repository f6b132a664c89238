/** Test helpers of campaigns: a mailbox instead of the mail server, a campaign, readers. */
import { createRouterClient } from '@orpc/server';
import type { EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import { EVERYONE } from '@mare/domain/campaigns/audience.ts';
import { addBuyer } from '../orders/orders.testing.ts';
import { deliverOutbox } from '../mail/outbox/outbox.testing.ts';
import { createPaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import type { Mail } from '../platform/messages/mail.ts';
import type { Platform } from '../platform/platform.ts';
import { campaignsAdminRoutes } from './management/campaigns-admin.routes.ts';
import { campaignRules } from './messages/campaign-rules.ts';
import { queueDueMails, sendDueMailsJob } from './messages/send-due-mails.job.ts';

export function newMailbox() {
  const sent: Mail[] = [];
  return {
    sent,
    mailer: {
      send: async (mail: Mail) => {
        sent.push(mail);
      },
    },
  };
}

/** Runs the job, the outbox, and the job again, which marks the sent messages. */
export async function sendDueMails(platform: Platform): Promise<void> {
  await queueDueMails(platform);
  await deliverOutbox(platform, {}, { campaign: campaignRules({ ...platform, lookups: platform.db }) });
  await queueDueMails(platform);
}

export const CAMPAIGN: EditedCampaign = {
  name: 'Rifa nova',
  subject: 'Tem rifa nova, {nome}!',
  body: 'Oi, {nome}.\n\nChegou a **Moto 0 km**.',
  buttonLabel: 'Ver a rifa',
  buttonPath: '/ranking',
  kind: 'marketing',
  ...EVERYONE,
  segments: ['vip'],
  perMinute: 600,
};

export type CampaignsTestbed = Awaited<ReturnType<typeof createCampaignsTestbed>>;

export async function createCampaignsTestbed() {
  const payments = await createPaymentsTestbed({ maxConnections: 30 });
  const { db, platform } = payments;
  const admin = await payments.buyer();
  await platform.jobs.prepare([sendDueMailsJob]);
  const panel = () =>
    createRouterClient(campaignsAdminRoutes, {
      context: testContext(platform, { userId: admin, role: 'admin' }),
    });
  return {
    ...payments,
    admin,
    panel,

    async reset(): Promise<void> {
      await db.deleteFrom('emailCampaigns').execute();
      await db.updateTable('profiles').set({ segment: 'new' }).execute();
    },

    /** VIPs: the test has no others. */
    async addReaders(count: number): Promise<string[]> {
      const ids = await Promise.all(Array.from({ length: count }, () => addBuyer(db)));
      await db
        .updateTable('profiles')
        .set({ segment: 'vip', name: 'Ana Lima' })
        .where('id', 'in', ids)
        .execute();
      return ids;
    },

    async startCampaign(changes: Partial<EditedCampaign> = {}): Promise<string> {
      const { id, version } = await panel().save({
        id: null,
        version: 0,
        campaign: { ...CAMPAIGN, ...changes },
      });
      await panel().changeState({ id, version, to: 'scheduled' });
      return id;
    },
  };
}

export const emailOf = (userId: string) => `${userId}@exemplo.com.br`;

export const recipientsOf = (sent: Mail[]) => sent.map((mail) => mail.to).toSorted();
