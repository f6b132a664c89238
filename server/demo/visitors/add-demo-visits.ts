/** A month of visits, some linked to demo orders, and their daily sums. */
import type { Platform } from '../../platform/platform.ts';
import { aggregateSales } from '../../admin/sales/aggregate-sales.job.ts';
import { countAnalytics } from '../../admin/analytics/count-analytics.ts';
import { recordVisit, type VisitStep } from '../../experiments/record-visit.ts';

const DAYS = 28;
const VISITS_A_DAY = 11;
const DAY_MS = 86_400_000;

const sources: Pick<VisitStep, 'utmSource' | 'affiliate' | 'referrerHost'>[] = [
  { utmSource: null, affiliate: false, referrerHost: '' },
  { utmSource: null, affiliate: false, referrerHost: 'l.instagram.com' },
  { utmSource: null, affiliate: false, referrerHost: 'www.google.com' },
  { utmSource: null, affiliate: true, referrerHost: '' },
  { utmSource: 'folheto-feira', affiliate: false, referrerHost: '' },
];

export async function addDemoVisits(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const orders = await platform.db
    .selectFrom('orders')
    .select(['externalReference', 'userId'])
    .where('status', '=', 'paid')
    .orderBy('createdAt', 'desc')
    .limit(DAYS * 2)
    .execute();
  for (let at = 0; at < DAYS * VISITS_A_DAY; at++) {
    const day = Math.floor(at / VISITS_A_DAY);
    const when = new Date(now.getTime() - day * DAY_MS);
    const order = at % 5 === 2 ? orders.pop() : undefined;
    await recordVisit(
      { db: platform.db, clock: { now: () => when } },
      {
        sessionId: `demo-visit-${at}`,
        step: order ? 'order' : STEPS[at % STEPS.length]!,
        orderReference: order?.externalReference,
        userId: order?.userId ?? null,
        ...sources[Math.floor(at / 3) % sources.length]!,
      },
    );
  }
  await aggregateSales(platform);
  await countAnalytics(platform, DAYS);
}

const STEPS = ['arrival', 'view', 'view', 'cart', 'arrival', 'view', 'view'] as const;
