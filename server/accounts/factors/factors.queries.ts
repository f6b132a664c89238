import type { Selectable } from 'kysely';
import type { AuthMfaChallenges, AuthMfaFactors } from '@mare/database/schema.ts';
import type { Executor } from '../auth.ts';

export type Factor = Selectable<AuthMfaFactors>;
export type Challenge = Selectable<AuthMfaChallenges>;

/** Oldest first. */
export function factorsOf(db: Executor, userId: string): Promise<Factor[]> {
  return db
    .selectFrom('auth.mfaFactors')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}
