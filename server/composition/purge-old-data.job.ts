/** Applies the retention rules of all features every night; docs/operations.md lists them. */
import { adminRetention } from '../admin/admin.retention.ts';
import { affiliatesRetention } from '../affiliates/affiliates.retention.ts';
import { campaignsRetention } from '../campaigns/campaigns.retention.ts';
import { cartRetention } from '../cart/cart.retention.ts';
import { checkoutRetention } from '../checkout/checkout.retention.ts';
import { drawsRetention } from '../draws/draws.retention.ts';
import { experimentsRetention } from '../experiments/experiments.retention.ts';
import { mailRetention } from '../mail/mail.retention.ts';
import { partnersRetention } from '../partners/partners.retention.ts';
import { paymentsRetention } from '../payments/payments.retention.ts';
import { purge, type Retention } from '../platform/database/retention.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import { idempotencyRetention } from '../platform/http/idempotency/idempotency-keys.queries.ts';
import { cspReportsRetention } from '../platform/http/csp-reports/csp-reports.queries.ts';
import type { Platform } from '../platform/platform.ts';
import { rifasRetention } from '../rifas/rifas.retention.ts';
import { supportRetention } from '../support/support.retention.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log'>;

const RETENTION: Retention<Deps>[] = [
  ...adminRetention,
  ...cartRetention,
  ...checkoutRetention,
  ...paymentsRetention,
  ...partnersRetention,
  ...affiliatesRetention,
  ...campaignsRetention,
  ...mailRetention,
  ...experimentsRetention,
  ...rifasRetention,
  ...supportRetention,
  ...drawsRetention,
  cspReportsRetention,
  idempotencyRetention,
];

export const purgeOldDataJob = defineJob('sweep-old-data', { cron: '50 5 * * *' }, async (platform: Deps) => {
  platform.log.info(await purge(platform, RETENTION), 'old data purged');
});
