import type { Selectable } from 'kysely';
import type { IdempotencyKeys } from '@mare/database/schema.ts';
import type { RetentionRule } from '../../database/retention.ts';
import type { Platform } from '../../platform.ts';

/** A client repeats a request within minutes. */
export const idempotencyRetention: RetentionRule = { table: 'idempotencyKeys', column: 'startedAt', days: 1 };

type Deps = Pick<Platform, 'db'>;

export type KeyedRequest = Pick<
  Selectable<IdempotencyKeys>,
  'key' | 'callerId' | 'procedure' | 'inputHash' | 'startedAt'
>;

/** Stores the key unless an earlier request has it. @returns that request, or null */
export async function startRequest(
  { db }: Deps,
  request: KeyedRequest,
): Promise<Selectable<IdempotencyKeys> | null> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotencyKeys')
    .values(request)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return null;
  const first = await db
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('key', '=', request.key)
    .executeTakeFirst();
  // Rejected a moment ago: its place is free again.
  return first ?? startRequest({ db }, request);
}

/** @param output null if the request failed half-way */
export async function endRequest(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  key: string,
  output: unknown,
): Promise<void> {
  await db
    .updateTable('idempotencyKeys')
    .set({ endedAt: clock.now(), output: output === null ? null : JSON.stringify(output) })
    .where('key', '=', key)
    .execute();
}

/** For a rejected request, which changed nothing: a corrected one may use the key again. */
export async function forgetRequest({ db }: Deps, key: string): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('key', '=', key).execute();
}
