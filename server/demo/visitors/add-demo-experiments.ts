/** Two experiments of the site, with past events. */
import type { DB } from '@mare/database/schema.ts';
import type { Transaction } from 'kysely';
import type { Clock } from '../../platform/clock.ts';

const HOUR_MS = 3_600_000;

const REASSURANCE =
  'Seus números ficam só com você, e qualquer pessoa pode conferir o sorteio pela Loteria Federal.';

const tests = [
  {
    key: 'checkout-reassurance',
    name: 'Mensagem de confiança ao pagar',
    variants: [
      { name: 'Sem mensagem', config: {}, impressions: 412, conversions: 33 },
      { name: 'Com mensagem', config: { phrase: REASSURANCE }, impressions: 398, conversions: 51 },
    ],
  },
  {
    key: 'recommendations-first',
    name: 'Recomendações antes das mensagens',
    variants: [
      { name: 'Mensagens primeiro', config: {}, impressions: 64, conversions: 4 },
      { name: 'Recomendações primeiro', config: { on: true }, impressions: 71, conversions: 6 },
    ],
  },
];

export async function addDemoExperiments(trx: Transaction<DB>, clock: Clock): Promise<void> {
  const createdAt = new Date(clock.now().getTime() - 9 * 24 * HOUR_MS);
  for (const { key, name, variants } of tests) {
    const { id: testId } = await trx
      .insertInto('abTests')
      .values({ key, name, createdAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    let counted = 0;
    for (const [at, { config, impressions, conversions, ...variant }] of variants.entries()) {
      const { id } = await trx
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
      const ordersFrom = counted;
      counted += conversions;
      await addImpressions(trx, { testId, variantId: id, count: impressions, createdAt });
      await addConversions(trx, { testId, variantId: id, from: ordersFrom, count: conversions, createdAt });
    }
  }
}

interface DemoEvents {
  testId: string;
  variantId: string;
  count: number;
  createdAt: Date;
}

const sessionOf = (variantId: string, at: number) => `demo-${variantId.slice(0, 8)}-${at}`;
const timeOf = (createdAt: Date, at: number) => new Date(createdAt.getTime() + (at * HOUR_MS) / 3);

async function addImpressions(
  trx: Transaction<DB>,
  { testId, variantId, count, createdAt }: DemoEvents,
): Promise<void> {
  await trx
    .insertInto('abTestEvents')
    .values(
      Array.from({ length: count }, (_, at) => ({
        testId,
        variantId,
        eventType: 'impression',
        sessionId: sessionOf(variantId, at),
        createdAt: timeOf(createdAt, at),
      })),
    )
    .execute();
}

/** Counts `count` paid orders of the demonstration, each in one variant. */
async function addConversions(
  trx: Transaction<DB>,
  { testId, variantId, count, createdAt, from }: DemoEvents & { from: number },
): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .select(['id', 'totalAmount'])
    .where('status', '=', 'paid')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .offset(from)
    .limit(count)
    .execute();
  await trx
    .insertInto('abTestEvents')
    .values(
      orders.map((order, at) => ({
        testId,
        variantId,
        eventType: 'conversion',
        sessionId: sessionOf(variantId, at),
        orderId: order.id,
        value: order.totalAmount,
        createdAt: timeOf(createdAt, at),
      })),
    )
    .execute();
}
