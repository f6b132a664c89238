import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Consent, ConsentChoices } from '@mare/domain/personalization/consent.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { readConsent } from './read-consent.ts';

/** Purges what a choice no longer allows, in the transaction that saves the choice. */
export type OnConsent = (
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock'>,
  userId: string,
  choices: ConsentChoices,
) => Promise<void>;

/**
 * Appends a choice. Withdrawn consent takes effect at once, see `onConsent`.
 * @param choice.adopt made before signing in: not saved where the account has a choice
 * @returns the choice in force
 */
export async function saveConsent(
  platform: Pick<Platform, 'db' | 'clock'>,
  person: { userId: string; ipAddress: string | null },
  choice: ConsentChoices & { textVersion: number; adopt: boolean },
  onConsent: OnConsent,
): Promise<Consent> {
  const { measurement, marketing, textVersion, adopt } = choice;
  const decidedAt = platform.clock.now();
  const choices = { measurement, marketing, textVersion };
  return platform.db.transaction().execute(async (trx): Promise<Consent> => {
    // The lock serialises two concurrent adoptions, so that the second one finds the first.
    await trx.selectFrom('profiles').select('id').where('id', '=', person.userId).forNoKeyUpdate().execute();
    const known = adopt ? await readConsent(trx, person.userId) : null;
    if (known) return known;
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
      details: { ...choices, ...(adopt && { beforeSignIn: true }) },
    });
    return { ...choices, decidedAt: decidedAt.toISOString() };
  });
}
