import type { Consent, ConsentChoices } from '@mare/domain/personalization/consent.ts';
import { forgetCarts } from '../../cart/abandonment/forget-carts.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';

/** Adds a choice. What is withdrawn ends at once: reminders that wait are set aside, carts left behind forgotten. */
export async function saveConsent(
  platform: Pick<Platform, 'db' | 'clock'>,
  person: { userId: string; ipAddress: string | null },
  { measurement, marketing, textVersion }: ConsentChoices & { textVersion: number },
): Promise<Consent> {
  const decidedAt = platform.clock.now();
  const choices = { measurement, marketing, textVersion };
  await platform.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('consents')
      .values({ userId: person.userId, ...choices, decidedAt })
      .execute();
    await forgetCarts(trx, platform, person.userId, { measurement, marketing });
    await recordActivity(trx, platform, {
      ...person,
      action: 'save-consent',
      entityType: 'profile',
      entityId: person.userId,
      description: 'Escolheu o que permite sobre os próprios dados.',
      details: choices,
    });
  });
  return { ...choices, decidedAt: decidedAt.toISOString() };
}
