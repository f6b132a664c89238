import type { Kysely } from 'kysely';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import type { DB } from '@mare/database/schema.ts';

/** @returns null for a rifa whose verification does not fail */
export async function readFailingCheck(db: Kysely<DB>, rifaId: string): Promise<DrawAudit['failing']> {
  const check = await db
    .selectFrom('drawChecks')
    .select(['failingSince', 'reasons'])
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  if (!check?.failingSince) return null;
  return {
    since: check.failingSince.toISOString(),
    isListChanged: check.reasons.some((reason) => reason === 'LIST_HASH' || reason === 'LIST_ROOT'),
  };
}
