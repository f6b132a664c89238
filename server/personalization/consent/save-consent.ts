import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Consent, ConsentChoices } from '@mare/domain/personalization/consent.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';

/** Purges what a choice no longer allows, in the transaction that saves the choice. */
export type OnConsent = (
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock'>,
  userId: string,
  choices: ConsentChoices,
) => Promise<void>;

/** Appends a choice. Withdrawn consent takes effect at once, see `onConsent`. */
export async function saveConsent(
  platform: Pick<Platform, 'db' | 'clock'>,
  person: { userId: string; ipAddress: string | null },
  { measurement, marketing, textVersion }: ConsentChoices & { textVersion: number },
  onConsent: OnConsent,
): Promise<Consent> {
  const decidedAt = platform.clock.now();
  const choices = { measurement, marketing, textVersion };
  await platform.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('consents')
      .values({ userId: person.userId, ...choices, decidedAt })
      .execute();
    await onConsent(trx, platform, person.userId, { measurement, marketing });
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
