import { numericFromCentavos } from '@mare/database/money.ts';
import type { Preferences } from '@mare/domain/personalization/preferences.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';

export async function savePreferences(
  platform: Pick<Platform, 'db' | 'clock'>,
  person: { userId: string; ipAddress: string | null },
  { minCentavos, maxCentavos, ...preferences }: Preferences,
): Promise<void> {
  const row = {
    ...preferences,
    minPrice: numericFromCentavos(minCentavos),
    maxPrice: numericFromCentavos(maxCentavos),
    updatedAt: platform.clock.now(),
  };
  await platform.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('buyerPreferences')
      .values({ userId: person.userId, ...row })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
      .execute();
    await recordActivity(trx, platform, {
      ...person,
      action: 'save-preferences',
      entityType: 'profile',
      entityId: person.userId,
      description: 'Mudou as próprias preferências.',
    });
  });
}
