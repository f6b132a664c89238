import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Results of an extraction by ascending version, locked. */
export function lockResults(trx: Transaction<DB>, extraction: number) {
  return trx
    .selectFrom('lotteryResults')
    .select(['id', 'version', 'state', 'source', 'prizes', 'drawnOn', 'enteredBy', 'officialAgreedAt'])
    .where('extraction', '=', extraction)
    .orderBy('version')
    .forUpdate()
    .execute();
}

export type LockedResult = Awaited<ReturnType<typeof lockResults>>[number];

/** Locks a result that waits for a decision. */
export function lockPending(trx: Transaction<DB>, resultId: string) {
  return trx
    .selectFrom('lotteryResults')
    .select(['id', 'extraction', 'drawnOn', 'prizes', 'source', 'enteredBy'])
    .where('id', '=', resultId)
    .where('state', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();
}

/** The result of an extraction that counts. */
export function lockConfirmed(trx: Transaction<DB>, extraction: number) {
  return trx
    .selectFrom('lotteryResults')
    .select(['id', 'source', 'officialAgreedAt'])
    .where('extraction', '=', extraction)
    .where('state', '=', 'confirmed')
    .forUpdate()
    .executeTakeFirst();
}

/** Typed, and the official source has not agreed so far. */
export function isUnconfirmed(result: { source: string; officialAgreedAt: Date | null }): boolean {
  return result.source === 'typed' && result.officialAgreedAt === null;
}
