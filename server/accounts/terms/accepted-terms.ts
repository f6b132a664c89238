import type { z } from 'zod';
import type { acceptedTerms } from '@mare/contract/accounts/terms.ts';
import { acceptedVersion } from '@mare/domain/accounts/terms.ts';
import type { Executor } from '../auth.ts';

/** Idempotent: the first acceptance of a version counts. */
export async function recordAcceptance(
  db: Executor,
  userId: string,
  { version, at }: { version: number; at: Date },
): Promise<void> {
  await db
    .insertInto('termsAcceptances')
    .values({ userId, version, acceptedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records that the form of a sign-up showed the terms. @param at when the form was sent */
export async function recordAcceptanceOfSignUp(
  db: Executor,
  userId: string,
  { metadata, at }: { metadata: Record<string, unknown>; at: Date },
): Promise<void> {
  const version = acceptedVersion(metadata);
  if (version !== null) await recordAcceptance(db, userId, { version, at });
}

export async function readAcceptance(db: Executor, userId: string): Promise<z.infer<typeof acceptedTerms>> {
  const latest = await db
    .selectFrom('termsAcceptances')
    .select(['version', 'acceptedAt'])
    .where('userId', '=', userId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest ? { version: latest.version, acceptedAt: latest.acceptedAt.toISOString() } : null;
}
