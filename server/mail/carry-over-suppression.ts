import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { findMailRecipient } from './preferences.ts';

/**
 * Saves for the account what the owner of its e-mail chose before the account existed, so that a change of the e-mail
 * does not lose it. Called before the change. Saved preferences follow the account anyway.
 */
export async function carryOverSuppression(
  trx: Kysely<DB> | Transaction<DB>,
  userId: string,
  now: Date,
): Promise<void> {
  const { suppression, preferences } = await findMailRecipient(trx, { userId });
  if (!suppression) return;
  await trx
    .insertInto('emailPreferences')
    .values({ userId, ...preferences, updatedAt: now, unsubscribedAt: now })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute();
}
