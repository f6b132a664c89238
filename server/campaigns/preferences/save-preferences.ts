import type { EmailPreferences } from '@mare/contract/campaigns/email-preferences.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { findReader, hashOfEmail, writeEmailPreferences } from '../../mail/preferences.ts';

/** Takes effect with the next mail; lifts an earlier suppression of the e-mail address. */
export async function saveEmailPreferences(
  platform: Pick<Platform, 'db' | 'clock'>,
  person: { userId: string; ipAddress: string | null },
  preferences: EmailPreferences,
): Promise<void> {
  const { userId } = person;
  const updatedAt = platform.clock.now();
  const unsubscribedAt = Object.values(preferences).some(Boolean) ? null : updatedAt;
  await platform.db.transaction().execute(async (trx) => {
    await writeEmailPreferences(trx, userId, { ...preferences, updatedAt, unsubscribedAt });
    const reader = await findReader(trx, { userId });
    if (reader?.email)
      await trx.deleteFrom('mailSuppressions').where('emailHash', '=', hashOfEmail(reader.email)).execute();
    await recordActivity(trx, platform, {
      userId,
      action: 'save-email-preferences',
      entityType: 'profile',
      entityId: userId,
      description: 'Mudou as preferências de e-mail.',
      details: { ...preferences },
      ipAddress: person.ipAddress,
    });
  });
}
