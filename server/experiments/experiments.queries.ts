import { type Kysely, sql } from 'kysely';
import type { RunningTest, TestResult } from '@mare/contract/experiments/experiments.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';

/** For each slot the running test, or else the winner of the latest test. */
export async function listRunningTests(db: Kysely<DB>): Promise<RunningTest[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('abTests')
        .distinctOn('key')
        .select(['id', 'key', 'status', 'winnerVariantId'])
        .orderBy('key')
        .orderBy(sql`status = 'running'`, 'desc')
        .orderBy('endedAt', 'desc')
        .as('test'),
    )
    .innerJoin('abTestVariants as variant', (join) =>
      join
        .onRef('variant.testId', '=', 'test.id')
        .on((eb) =>
          eb.or([eb('test.status', '=', 'running'), eb('variant.id', '=', eb.ref('test.winnerVariantId'))]),
        ),
    )
    .select(['test.id as testId', 'test.key', 'test.status', 'variant.id', 'variant.name', 'variant.config'])
    .select('variant.trafficPercentage')
    .orderBy('test.key')
    .orderBy('variant.position')
    .execute();
  return [...Map.groupBy(rows, ({ testId }) => testId)].map(([id, variants]) => ({
    id,
    key: variants[0]!.key,
    running: variants[0]!.status === 'running',
    variants: variants.map(({ id: variantId, name, config, trafficPercentage }) => ({
      id: variantId,
      name,
      config: config as Record<string, unknown>,
      trafficPercentage,
    })),
  }));
}

/** Newest first, finished ones included. */
export async function listTestResults(db: Kysely<DB>): Promise<TestResult[]> {
  const rows = await db
    .selectFrom('abTests')
    .innerJoin('abTestVariants as variant', 'variant.testId', 'abTests.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('abTestEvents')
          .leftJoin('orders', (join) =>
            join.onRef('orders.id', '=', 'abTestEvents.orderId').on('orders.status', '=', 'paid'),
          )
          .select([
            sql<string>`count(*) filter (where event_type = 'impression')`.as('impressions'),
            sql<string>`count(orders.id)`.as('conversions'),
            sql<string>`coalesce(sum(orders.total_amount - orders.returned_amount), 0)`.as('worth'),
          ])
          .whereRef('abTestEvents.variantId', '=', 'variant.id')
          .as('counted'),
      (join) => join.onTrue(),
    )
    .select(['abTests.id as testId', 'abTests.key', 'abTests.name as testName', 'abTests.status'])
    .select('abTests.createdAt')
    .select(['abTests.endedAt', 'abTests.winnerVariantId', 'variant.id', 'variant.name'])
    .select(['variant.trafficPercentage', 'counted.impressions', 'counted.conversions', 'counted.worth'])
    .orderBy('abTests.createdAt', 'desc')
    .orderBy('abTests.id')
    .orderBy('variant.position')
    .execute();
  return [...Map.groupBy(rows, ({ testId }) => testId)].map(([id, variants]) => {
    const { key, testName, status, createdAt, endedAt, winnerVariantId } = variants[0]!;
    return {
      id,
      key,
      name: testName,
      status: status as TestResult['status'],
      createdAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      winnerVariantId,
      variants: variants.map((variant) => ({
        id: variant.id,
        name: variant.name,
        trafficPercentage: variant.trafficPercentage,
        impressions: Number(variant.impressions ?? 0),
        conversions: Number(variant.conversions ?? 0),
        valueCentavos: centavosFromNumeric(variant.worth ?? '0'),
      })),
    };
  });
}
