/** Every night: what is no longer of use to anybody goes (docs/operations.md says what is kept how long). */
import { sweepMailEvents } from '../../campaigns/events/take-mail-event.ts';
import { sweepCarts } from '../../cart/sweep-carts.ts';
import { sweepVisits } from '../../experiments/sweep-visits.ts';
import { sweepSentPushes } from '../../notifications/push/sweep-sent-pushes.ts';
import { sweepWebhooks } from '../../payments/webhooks/sweep-webhooks.ts';
import { sweepSentMails } from '../../notifications/sweep-sent-mails.ts';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { archiveRifas } from '../../rifas/archive-rifas.ts';

export const sweepOldDataJob = defineJob(
  'sweep-old-data',
  { cron: '50 5 * * *' },
  async (platform: Pick<Platform, 'db' | 'clock' | 'log'>) => {
    const swept = {
      carts: await sweepCarts(platform),
      webhooks: await sweepWebhooks(platform),
      mailEvents: await sweepMailEvents(platform),
      pushes: await sweepSentPushes(platform),
      mails: await sweepSentMails(platform),
      visits: await sweepVisits(platform),
      rifas: await archiveRifas(platform),
    };
    platform.log.info(swept, 'old data swept');
  },
);
