/** Queries shared by the use cases of draws. */
import { sql, type Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { PUBLISHED_STATES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';

export interface SealedRifa {
  rifaId: string;
  title: string;
  status: 'closed' | 'completed';
  /** Extraction of the latest seal. */
  extraction: number;
  extractionDate: string;
  sealedAt: Date;
}

/** Closed rifas with their latest seal, and rifas already drawn by this extraction. */
export async function listSealedRifas(db: Kysely<DB>, drawnBy: number | null): Promise<SealedRifa[]> {
  const { rows } = await sql<SealedRifa>`
    select r.id as rifa_id, r.title, r.status, s.extraction, s.extraction_date, s.sealed_at
    from rifas r
    join lateral (
      select extraction, extraction_date, sealed_at from draw_seals
      where rifa_id = r.id order by version desc limit 1
    ) s on true
    where r.status = 'closed'
      or (r.status = 'completed' and exists (
        select from draws d join lottery_results l on l.id = any (d.result_ids)
        where d.rifa_id = r.id and l.extraction = ${drawnBy}))
    order by r.id`.execute(db);
  return rows;
}

/** The seal in force. */
export function findLatestSeal(db: Kysely<DB>, rifaId: string) {
  return db
    .selectFrom('drawSeals')
    .select(['version', 'extraction', 'extractionDate', 'sealedAt'])
    .where('rifaId', '=', rifaId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function isPublished(db: Kysely<DB>, rifaId: string): Promise<boolean> {
  const found = await db
    .selectFrom('rifas')
    .select('id')
    .where('id', '=', rifaId)
    .where('status', 'in', PUBLISHED_STATES)
    .executeTakeFirst();
  return found !== undefined;
}
