import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { findMailRecipient, writeEmailPreferences } from './preferences.ts';

/**
 * Merges the preferences of two accounts: a kind that either has switched off stays off, also if its owner unsubscribed
 * the address before the account existed.
 */
export async function mergeEmailPreferences(
  trx: Transaction<DB>,
  id: string,
  formerId: string,
  now: Date,
): Promise<void> {
  const remaining = await findMailRecipient(trx, { userId: id });
  const former = await findMailRecipient(trx, { userId: formerId });
  if (!remaining.hasDecided && !former.hasDecided) return;
  const both = (kind: keyof typeof remaining.preferences) =>
    remaining.preferences[kind] && former.preferences[kind];
  const saved = await trx
    .selectFrom('emailPreferences')
    .select('unsubscribedAt')
    .where('userId', 'in', [id, formerId])
    .orderBy((eb) => eb('userId', '=', id), 'desc')
    .execute();
  await writeEmailPreferences(trx, id, {
    transactionalEmails: both('transactionalEmails'),
    weeklyNewsletter: both('weeklyNewsletter'),
    marketingEmails: both('marketingEmails'),
    promotionalEmails: both('promotionalEmails'),
    updatedAt: now,
    unsubscribedAt: saved.find(({ unsubscribedAt }) => unsubscribedAt)?.unsubscribedAt ?? null,
  });
  await trx.deleteFrom('emailPreferences').where('userId', '=', formerId).execute();
}
