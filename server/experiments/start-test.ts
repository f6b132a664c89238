import { configOf, type TestPlace } from '@mare/domain/experiments/places.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { PanelUser } from '../platform/http/api.ts';
import type { Platform } from '../platform/platform.ts';

export interface NewTest {
  place: TestPlace;
  name: string;
  /** `trafficPercentage` adds up to 100. */
  variants: { name: string; trafficPercentage: number; phrase: string; on: boolean }[];
}

export type StartTestResult = { ok: true; id: string } | { ok: false; code: 'TEST_RUNNING' };

/** Starts a test. A slot runs one test at a time. */
export async function startTest(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  { place, name, variants }: NewTest,
): Promise<StartTestResult> {
  return platform.db.transaction().execute(async (trx) => {
    const test = await trx
      .insertInto('abTests')
      .values({ key: place, name, createdAt: platform.clock.now() })
      .onConflict((conflict) => conflict.column('key').where('status', '=', 'running').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!test) return { ok: false, code: 'TEST_RUNNING' };
    await trx
      .insertInto('abTestVariants')
      .values(
        variants.map((variant, at) => ({
          testId: test.id,
          position: at + 1,
          name: variant.name,
          trafficPercentage: variant.trafficPercentage,
          config: JSON.stringify(configOf(place, variant)),
        })),
      )
      .execute();
    await recordActivity(trx, platform, {
      ...by,
      action: 'start-test',
      entityType: 'experiment',
      entityId: test.id,
      description: `Começou o teste A/B “${name}”.`,
      details: { place, variants },
    });
    return { ok: true, id: test.id };
  });
}
