import { type Kysely, sql, type Transaction } from 'kysely';
import type { Selectable } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB, EmailCampaigns } from '@mare/database/schema.ts';
import {
  type ExpectedEffect,
  type PastSend,
  SETTLED_AFTER_MS,
} from '@mare/domain/campaigns/expected-effect.ts';
import { toStats, withStats } from '../management/campaigns.queries.ts';

/** Some of them may have reached too few people to compare. */
const READ = 20;

/** The latest campaigns that are old enough to have brought orders, newest first. */
export async function selectPastSends(db: Kysely<DB> | Transaction<DB>, now: Date): Promise<PastSend[]> {
  const before = new Date(now.getTime() - SETTLED_AFTER_MS);
  const rows = await withStats(db, (from) =>
    from
      .selectFrom('emailCampaigns')
      .selectAll()
      .where('status', '=', 'sent')
      .where('startedAt', '<=', before)
      .where('finishedAt', '<=', before)
      .orderBy(sql`started_at desc, id`)
      .limit(READ),
  )
    .orderBy(sql`started_at desc, id`)
    .execute();
  return rows.map(toStats);
}

type ExpectedRow = Pick<
  Selectable<EmailCampaigns>,
  | 'expectedOrdersLow'
  | 'expectedOrdersHigh'
  | 'expectedRevenueLow'
  | 'expectedRevenueHigh'
  | 'expectedFromSends'
>;

export function expectedRow(expected: ExpectedEffect | null): ExpectedRow {
  const { orders, revenueCentavos, fromSends } = expected ?? {};
  return {
    expectedOrdersLow: orders?.low ?? null,
    expectedOrdersHigh: orders?.high ?? null,
    expectedRevenueLow: revenueCentavos ? numericFromCentavos(revenueCentavos.low) : null,
    expectedRevenueHigh: revenueCentavos ? numericFromCentavos(revenueCentavos.high) : null,
    expectedFromSends: fromSends ?? null,
  };
}

export function expectedOf(row: ExpectedRow): ExpectedEffect | null {
  const {
    expectedOrdersLow,
    expectedOrdersHigh,
    expectedRevenueLow,
    expectedRevenueHigh,
    expectedFromSends,
  } = row;
  if (
    expectedOrdersLow === null ||
    expectedOrdersHigh === null ||
    expectedRevenueLow === null ||
    expectedRevenueHigh === null ||
    expectedFromSends === null
  )
    return null;
  return {
    orders: { low: expectedOrdersLow, high: expectedOrdersHigh },
    revenueCentavos: {
      low: centavosFromNumeric(expectedRevenueLow),
      high: centavosFromNumeric(expectedRevenueHigh),
    },
    fromSends: expectedFromSends,
  };
}
