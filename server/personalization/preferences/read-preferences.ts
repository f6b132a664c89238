import type { Kysely, Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Category, Frequency, Preferences, Theme } from '@mare/domain/personalization/preferences.ts';

/** The saved preferences; null without any. */
export async function readPreferences(
  db: Kysely<DB> | Transaction<DB>,
  userId: string,
): Promise<Preferences | null> {
  const row = await db
    .selectFrom('buyerPreferences')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirst();
  return (
    (row && {
      favoriteCategories: row.favoriteCategories as Category[],
      minCentavos: centavosFromNumeric(row.minPrice),
      maxCentavos: centavosFromNumeric(row.maxPrice),
      notificationTime: row.notificationTime,
      frequency: row.frequency as Frequency,
      theme: row.theme as Theme,
    }) ??
    null
  );
}
