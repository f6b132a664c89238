/** A month of visits: those of measured buyers, linked to their orders, and many more that ended earlier. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { visitSource } from '@mare/domain/experiments/visit-source.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { aggregateSales } from '../../admin/sales/aggregate-sales.job.ts';
import { countAnalytics } from '../../admin/analytics/count-analytics.ts';
import { demoRandom } from '../demo-random.ts';

const DAYS = 28;
const DAY_MS = 86_400_000;
/** One in four buyers consented to measurement. */
const BUYERS_PER_MEASURED = 4;
/** Visits without an order per visit with one. */
const UNSUCCESSFUL = 9;
const ROWS_PER_BATCH = 2_000;

const referrers = ['', 'l.instagram.com', 'www.google.com', '', 'l.facebook.com', 'wa.me', 'l.instagram.com'];
const sources = [
  ...referrers.map((referrerHost) => visitSource({ utmSource: null, affiliate: false, referrerHost })),
  visitSource({ utmSource: 'folheto-feira', affiliate: false, referrerHost: '' }),
];
const AFFILIATES = visitSource({ utmSource: null, affiliate: true, referrerHost: '' });

/** Last step of a visit that ended without an order. */
const ENDS = ['arrival', 'arrival', 'view', 'view', 'view', 'arrival', 'view', 'cart'] as const;

export async function addDemoVisits(platform: Platform): Promise<void> {
  const orders = await findOrders(platform.db, new Date(platform.clock.now().getTime() - DAYS * DAY_MS));
  const random = demoRandom('visits');
  const pick = <Item>(from: readonly Item[]) => from[random.bytes(1)[0]! % from.length]!;
  const visits = orders
    .filter(() => random.bytes(1)[0]! % BUYERS_PER_MEASURED === 0)
    .flatMap(({ id, isAffiliated, createdAt }, index) => [
      visitOf(`demo-visit-${index}`, createdAt, isAffiliated ? AFFILIATES : pick(sources), {
        end: 'order',
        orderId: id,
      }),
      ...Array.from({ length: UNSUCCESSFUL }, (_, at) =>
        visitOf(
          `demo-visit-${index}-${at}`,
          createdAt,
          isAffiliated && at % 2 === 0 ? AFFILIATES : pick(sources),
          { end: pick(ENDS), orderId: null },
        ),
      ),
    ]);
  for (let at = 0; at < visits.length; at += ROWS_PER_BATCH)
    await platform.db
      .insertInto('visits')
      .values(visits.slice(at, at + ROWS_PER_BATCH))
      .execute();
  await aggregateSales(platform);
  await countAnalytics(platform, DAYS);
}

function findOrders(db: Kysely<DB>, since: Date) {
  return db
    .selectFrom('orders')
    .select(['id', 'createdAt', sql<boolean>`affiliate_id is not null`.as('isAffiliated')])
    .where('status', '=', 'paid')
    .where('createdAt', '>=', since)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

interface Ended {
  end: (typeof ENDS)[number] | 'order';
  orderId: string | null;
}

function visitOf(id: string, at: Date, source: string, { end, orderId }: Ended) {
  const hasCart = end === 'cart' || end === 'order';
  return {
    id,
    day: dateInMaceio(at),
    source,
    viewedAt: hasCart || end === 'view' ? at : null,
    cartedAt: hasCart ? at : null,
    orderedAt: end === 'order' ? at : null,
    orderId,
  };
}
