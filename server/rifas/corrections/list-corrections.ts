import type { RifaCorrection } from '@mare/contract/rifas/corrections.ts';
import type { Database } from '@mare/database/connect.ts';

/** Announced corrections of a rifa, newest first. */
export async function listCorrections(db: Database, rifaId: string): Promise<RifaCorrection[]> {
  const rows = await db
    .selectFrom('rifaCorrections')
    .select(['reason', 'changes', 'createdAt'])
    .where('rifaId', '=', rifaId)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ reason, changes, createdAt }) => ({
    at: createdAt.toISOString(),
    reason,
    changes: changes as unknown as RifaCorrection['changes'],
  }));
}
