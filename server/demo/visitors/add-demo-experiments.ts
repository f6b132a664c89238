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
      await addEvents(trx, { testId, variantId: id, type: 'impression', count: impressions, createdAt });
      await addEvents(trx, { testId, variantId: id, type: 'conversion', count: conversions, createdAt });
    }
  }
}

async function addEvents(
  trx: Transaction<DB>,
  of: {
    testId: string;
    variantId: string;
    type: 'impression' | 'conversion';
    count: number;
    createdAt: Date;
  },
): Promise<void> {
  await trx
    .insertInto('abTestEvents')
    .values(
      Array.from({ length: of.count }, (_, at) => ({
        testId: of.testId,
        variantId: of.variantId,
        eventType: of.type,
        sessionId: `demo-${of.variantId.slice(0, 8)}-${at}`,
        value: of.type === 'conversion' ? '20.00' : null,
        createdAt: new Date(of.createdAt.getTime() + (at * HOUR_MS) / 3),
      })),
    )
    .execute();
}
