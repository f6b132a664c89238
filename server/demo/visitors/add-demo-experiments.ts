/** Two experiments of the site, with visits that saw a variant, some of which ended in a paid order. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Clock } from '../../platform/clock.ts';

const HOUR_MS = 3_600_000;
const ROWS_PER_BATCH = 1_000;
/** Time between seeing a variant and the order. */
const DECIDED_AFTER_MS = HOUR_MS / 6;

const REASSURANCE =
  'Seus números ficam só com você, e qualquer pessoa pode conferir o sorteio pela Loteria Federal.';

const tests = [
  {
    key: 'checkout-reassurance',
    name: 'Mensagem de confiança ao pagar',
    hours: 72,
    variants: [
      { name: 'Sem mensagem', config: {}, impressions: 1012, most: 82 },
      { name: 'Com mensagem', config: { phrase: REASSURANCE }, impressions: 998, most: 118 },
    ],
  },
  {
    key: 'recommendations-first',
    name: 'Recomendações antes das mensagens',
    hours: 12,
    variants: [
      { name: 'Mensagens primeiro', config: {}, impressions: 64, most: 4 },
      { name: 'Recomendações primeiro', config: { on: true }, impressions: 71, most: 6 },
    ],
  },
];

export async function addDemoExperiments(trx: Transaction<DB>, clock: Clock): Promise<void> {
  const now = clock.now();
  for (const { key, name, hours, variants } of tests) {
    const createdAt = new Date(now.getTime() - hours * HOUR_MS);
    const { id: testId } = await trx
      .insertInto('abTests')
      .values({ key, name, createdAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    const orders = await findOrders(trx, new Date(createdAt.getTime() + DECIDED_AFTER_MS));
    const seen = variants.reduce((sum, { most }) => sum + most, 0);
    const stride = Math.max(1, Math.floor(orders.length / seen));
    const counted = orders.filter((_, at) => at % stride === 0);
    for (const [at, { config, impressions, most, ...variant }] of variants.entries()) {
      const { id: variantId } = await trx
        .insertInto('abTestVariants')
        .values({
          ...variant,
          testId,
          position: at + 1,
          config: JSON.stringify(config),
          trafficPercentage: 50,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addEvents(trx, { testId, variantId }, counted.splice(0, most), {
        impressions,
        from: createdAt,
        until: now,
      });
    }
  }
}

interface CountedOrder {
  id: string;
  totalAmount: string;
  createdAt: Date;
}

/** Unordered. */
function findOrders(db: Kysely<DB>, since: Date): Promise<CountedOrder[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'totalAmount', 'createdAt'])
    .where('status', '=', 'paid')
    .where('createdAt', '>=', since)
    .orderBy(sql`md5(id::text)`)
    .execute();
}

/** Each order belongs to a session that saw the variant shortly before. */
async function addEvents(
  db: Kysely<DB>,
  of: { testId: string; variantId: string },
  orders: readonly CountedOrder[],
  { impressions, from, until }: { impressions: number; from: Date; until: Date },
): Promise<void> {
  const sessionOf = (at: number) => `demo-${of.variantId.slice(0, 8)}-${at}`;
  const spread = (until.getTime() - from.getTime()) / impressions;
  const events = Array.from({ length: impressions }, (_, at) => ({
    ...of,
    eventType: 'impression',
    sessionId: sessionOf(at),
    orderId: null as string | null,
    value: null as string | null,
    createdAt: orders[at]
      ? new Date(orders[at].createdAt.getTime() - DECIDED_AFTER_MS)
      : new Date(from.getTime() + at * spread),
  }));
  events.push(
    ...orders.map(({ id, totalAmount, createdAt }, at) => ({
      ...of,
      eventType: 'conversion',
      sessionId: sessionOf(at),
      orderId: id,
      value: totalAmount,
      createdAt,
    })),
  );
  for (let at = 0; at < events.length; at += ROWS_PER_BATCH)
    await db
      .insertInto('abTestEvents')
      .values(events.slice(at, at + ROWS_PER_BATCH))
      .execute();
}
