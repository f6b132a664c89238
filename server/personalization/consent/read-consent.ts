import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type Consent, type ConsentPurpose, NECESSARY_ONLY } from '@mare/domain/personalization/consent.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** The user's latest choice; null without one. */
export async function readConsent(db: Executor, userId: string): Promise<Consent | null> {
  const row = await db
    .selectFrom('consents')
    .select(['measurement', 'marketing', 'textVersion', 'decidedAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, decidedAt: row.decidedAt.toISOString() } : null;
}

/** Consent must be explicit: false without a choice. */
export async function hasConsent(db: Executor, userId: string, purpose: ConsentPurpose): Promise<boolean> {
  return ((await readConsent(db, userId)) ?? NECESSARY_ONLY)[purpose];
}
