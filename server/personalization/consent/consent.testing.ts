import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { CONSENT_TEXT, EVERYTHING } from '@mare/domain/personalization/consent.ts';

/** Gives consent to everything, or to the given purposes. */
export async function allow(db: Kysely<DB>, userId: string, choices = EVERYTHING): Promise<void> {
  await db
    .insertInto('consents')
    .values({ userId, ...choices, textVersion: CONSENT_TEXT.version, decidedAt: new Date() })
    .execute();
}
