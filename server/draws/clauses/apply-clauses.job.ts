import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyClause } from './apply-clause.ts';
import { readDecidingResults } from '../deciding-results.ts';
import { findLatestSeal, listSealedRifas } from '../draws.queries.ts';

/** Applies the declared clause to sealed rifas that are not drawn, with the current content of the archive. */
export const applyClausesJob = defineJob('apply-clauses', { everyMinutes: 10 }, applyClauses);

export async function applyClauses(platform: Platform): Promise<void> {
  const { db, log } = platform;
  for (const { rifaId, status } of await listSealedRifas(db, null))
    if (status === 'closed')
      try {
        await applyToRifa(platform, rifaId);
      } catch (error) {
        log.error({ err: error, rifa: rifaId }, 'clause not applied; retried in ten minutes');
      }
}

async function applyToRifa(platform: Platform, rifaId: string): Promise<void> {
  const { db, clock } = platform;
  await db.transaction().execute(async (trx) => {
    const rifa = await trx
      .selectFrom('rifas')
      .select('id')
      .where('id', '=', rifaId)
      .where('status', '=', 'closed')
      .forUpdate()
      .executeTakeFirst();
    const seal = rifa && (await findLatestSeal(trx, rifaId));
    if (!seal) return;
    const deciding = await readDecidingResults(trx, seal, clock.now());
    await applyClause(trx, platform, rifaId, seal, deciding);
  });
}
